alter table notices.preference add column push_muted text[] not null default '{}';
comment on column notices.preference.push_muted is 'Which categories are not pushed, besides the muted ones.';

create table notices.subscription (
  id bigint generated always as identity primary key,
  reader_id bigint not null,
  endpoint text not null constraint subscription_once_an_endpoint unique,
  p256dh text not null,
  auth text not null,
  session_hash bytea,
  created_at timestamptz(3) not null,
  sent_on date,
  sent integer not null default 0,
  failures integer not null default 0
);
comment on table notices.subscription is 'Browsers that receive pushes.';
comment on column notices.subscription.endpoint is 'The address of its push service. Whoever has it and the keys can send.';
comment on column notices.subscription.session_hash is
  'The session that subscribed: the subscription ends with it. Null after a merge of readers: any session of the reader.';
comment on column notices.subscription.sent is 'Pushes on the day sent_on (Asia/Shanghai).';
comment on column notices.subscription.failures is 'Tries in a row that failed.';
create index subscription_by_reader on notices.subscription (reader_id, created_at);

create table notices.outbox (
  subscription_id bigint not null references notices.subscription on delete cascade,
  notice_id bigint not null references notices.notice on delete cascade,
  due_at timestamptz(3) not null,
  tries integer not null default 0,
  primary key (subscription_id, notice_id)
);
comment on table notices.outbox is 'Pushes to send. A row is deleted once its push is sent or not wanted any more.';
comment on column notices.outbox.due_at is 'When it is sent or tried again; a process that sends it moves it ahead first.';
create index outbox_by_due on notices.outbox (due_at);
create index outbox_by_notice on notices.outbox (notice_id);
