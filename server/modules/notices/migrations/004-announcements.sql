alter table notices.notice drop constraint notice_kind_check,
  add constraint notice_kind_check
    check (kind in ('update', 'work', 'ready', 'granted', 'refunded', 'expiring', 'passEnds', 'reply', 'event', 'system'));
create index notice_of_announcement on notices.notice (((about ->> 'announcementId')::bigint))
  where kind in ('event', 'system');

create table notices.announcement (
  id bigint generated always as identity primary key,
  key text not null constraint announcement_once_by_key unique,
  kind text not null constraint announcement_kind check (kind in ('event', 'system')),
  title text not null,
  body text not null,
  link text,
  seen_days integer not null constraint announcement_seen_days check (seen_days between 1 and 90),
  planned_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  created_by text not null,
  after_reader_id bigint not null default 0,
  readers integer not null default 0,
  done_at timestamptz(3),
  withdrawn_at timestamptz(3),
  withdrawn_by text,
  cleared_at timestamptz(3)
);
comment on table notices.announcement is 'Announcements of the operator, which a job adds to the inboxes of readers.';
comment on column notices.announcement.key is 'The key of the request that made it, which has no second effect.';
comment on column notices.announcement.link is 'A page of this site; null = none.';
comment on column notices.announcement.seen_days is 'For readers who were here in so many days before it.';
comment on column notices.announcement.after_reader_id is 'The last reader who has it.';
comment on column notices.announcement.readers is 'How many readers got it.';
comment on column notices.announcement.cleared_at is 'When the last inbox was cleared of a withdrawn one.';
create index announcement_to_send on notices.announcement (planned_at) where done_at is null and withdrawn_at is null;
create index announcement_to_clear on notices.announcement (id) where withdrawn_at is not null and cleared_at is null;
