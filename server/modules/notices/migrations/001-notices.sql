create schema notices;
comment on schema notices is 'Notices to readers: their inbox, and how far the fan-out to subscribers has come.';

create table notices.notice (
  id bigint generated always as identity primary key,
  reader_id bigint not null,
  kind text not null check (kind in ('update', 'granted', 'refunded', 'reply')),
  fold_key text not null,
  about jsonb not null,
  count integer not null default 1 check (count > 0),
  age smallint not null default 0,
  at timestamptz(3) not null,
  read_at timestamptz(3)
);
comment on table notices.notice is 'One notice in the inbox of one reader; kept 90 days.';
comment on column notices.notice.fold_key is
  'What it is about, such as comic:5. As long as it is unread, a later notice of the same subject is added to it.';
comment on column notices.notice.about is 'What its text is made from; depends on kind.';
comment on column notices.notice.count is 'How many notices it stands for.';
comment on column notices.notice.age is 'Readers below this age do not see it.';
create unique index notice_unread on notices.notice (reader_id, fold_key) where read_at is null;
create index notice_of_reader on notices.notice (reader_id, at desc, id desc);
create index notice_by_time on notices.notice (at);

create table notices.preference (
  reader_id bigint primary key,
  muted text[] not null
);
comment on table notices.preference is 'Which categories a reader has switched off.';

create table notices.fan_out (
  one boolean primary key default true check (one),
  published_at timestamptz not null,
  chapter_id bigint not null,
  after_reader_id bigint not null default 0
);
comment on table notices.fan_out is
  'How far the notices of new chapters have come: all chapters before this one, and this one for the readers up to after_reader_id.';
