create schema membership;
comment on schema membership is 'What readers may read without buying it: chapters opened by 等就免费.';

create table membership.wait_timer (
  reader_id bigint not null,
  comic_id bigint not null,
  ready_at timestamptz(3) not null,
  constraint wait_timer_one_a_comic primary key (reader_id, comic_id)
);
comment on table membership.wait_timer is
  'When a reader can open the next chapter of a comic by 等就免费. Without a row the reader has not opened any, and can at once.';
comment on column membership.wait_timer.reader_id is
  'A number alone, as modules do not refer to each other''s readers; so is the comic.';

create table membership.wait_use (
  id bigint generated always as identity primary key,
  reader_id bigint not null,
  comic_id bigint not null,
  chapter_id bigint not null,
  key text not null,
  used_at timestamptz(3) not null,
  ready_at timestamptz(3) not null,
  readable_until timestamptz(3) not null,
  constraint wait_use_once_by_key unique (reader_id, key),
  constraint wait_use_waits check (ready_at > used_at),
  constraint wait_use_lasts check (readable_until > used_at)
);
comment on table membership.wait_use is 'A chapter that a reader opened by 等就免费.';
comment on column membership.wait_use.ready_at is 'When the reader could open the next one, as the comic was set then.';
create index wait_use_by_reader on membership.wait_use (reader_id, readable_until);
create index wait_use_by_time on membership.wait_use (used_at);
