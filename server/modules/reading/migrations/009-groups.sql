create table reading.comic_group (
  reader_id bigint not null references reading.library on delete cascade,
  id bigint not null generated always as identity,
  name text not null check (name <> ''),
  ordinal integer not null,
  primary key (reader_id, id),
  unique (reader_id, name)
);
comment on table reading.comic_group is 'A group (分组) into which a reader puts comics of their library.';
comment on column reading.comic_group.ordinal is 'The groups of a reader are listed by it.';

create table reading.grouped_comic (
  reader_id bigint not null,
  group_id bigint not null,
  comic_id bigint not null,
  copied_from bigint,
  primary key (reader_id, group_id, comic_id),
  foreign key (reader_id, group_id) references reading.comic_group on delete cascade,
  foreign key (reader_id, comic_id) references reading.entry on delete cascade
);
comment on table reading.grouped_comic is 'A comic in a group of a reader. It is removed with the entry of the library.';
comment on column reading.grouped_comic.copied_from is
  'The comic that was merged into this one, if the row is a copy of its row; undoing the merge moves it back.';
create index grouped_comic_by_comic on reading.grouped_comic (reader_id, comic_id);
