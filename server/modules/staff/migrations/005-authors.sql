create table staff.author_comic (
  person_id bigint not null references staff.person,
  comic_id bigint not null,
  granted_at timestamptz(3) not null,
  primary key (person_id, comic_id)
);
create index author_comic_by_comic on staff.author_comic (comic_id);
comment on table staff.author_comic is 'The comics of members of staff with the role author. Other roles do not read it.';
