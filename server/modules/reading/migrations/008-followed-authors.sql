create table reading.followed_author (
  reader_id bigint not null references reading.library on delete cascade,
  author text not null check (author <> ''),
  followed_at timestamptz(3) not null,
  primary key (reader_id, author)
);
comment on table reading.followed_author is 'The authors that a reader follows, by the name in catalog.comic.authors.';
create index followed_author_by_time on reading.followed_author (reader_id, followed_at desc, author desc);
create index followed_author_by_author on reading.followed_author (author);
comment on index reading.followed_author_by_author is 'The readers to notify of a new work.';
