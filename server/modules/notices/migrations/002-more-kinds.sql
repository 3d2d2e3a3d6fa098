comment on schema notices is 'Notices to readers: their inbox, and how far the jobs that fill it have come.';

alter table notices.notice drop constraint notice_kind_check,
  add constraint notice_kind_check
    check (kind in ('update', 'work', 'ready', 'granted', 'refunded', 'expiring', 'passEnds', 'reply'));

create table notices.place (
  job text primary key,
  at timestamptz(3) not null,
  id bigint not null default 0,
  after_reader_id bigint not null default 0
);
comment on table notices.place is 'The last thing that each job has gone past. A batch moves it in the same transaction.';
comment on column notices.place.at is 'When that thing happened or happens.';
comment on column notices.place.id is 'Its number among those of the same moment; the meaning depends on the job.';
comment on column notices.place.after_reader_id is 'The last reader of it who has the notice.';
insert into notices.place (job, at, id) select 'chapters', published_at, chapter_id from notices.fan_out;

create table notices.release (
  chapter_id bigint primary key,
  published_at timestamptz(3) not null,
  shown_at timestamptz(3),
  audience text not null default 'subscribers' constraint release_audience check (audience in ('subscribers', 'followers')),
  after_reader_id bigint not null default 0
);
comment on table notices.release is
  'Published chapters that are not announced yet, or not to all. A hidden one stays for 90 days, in case it is shown.';
comment on column notices.release.shown_at is 'When readers could first see it; null while it is hidden.';
comment on column notices.release.audience is 'Who gets the notice now; followers of an author after the subscribers of the comic.';
comment on column notices.release.after_reader_id is 'The last reader of the audience who has the notice.';
insert into notices.release (chapter_id, published_at, shown_at, after_reader_id)
  select chapter_id, published_at, published_at, after_reader_id from notices.fan_out where after_reader_id > 0;
drop table notices.fan_out;
