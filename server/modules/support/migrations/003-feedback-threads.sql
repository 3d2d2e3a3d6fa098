create table support.message (
  id bigint generated always as identity primary key,
  feedback_id bigint not null references support.feedback on delete cascade,
  by_reader boolean not null,
  content text not null check (content <> ''),
  sent_at timestamptz(3) not null
);
comment on table support.message is 'What the operator replied to feedback, and what the reader wrote after it.';
create index message_by_feedback on support.message (feedback_id, id);
insert into support.message (feedback_id, by_reader, content, sent_at)
  select id, false, reply, replied_at from support.feedback where reply is not null order by replied_at, id;

alter table support.feedback
  add column state text not null default 'open' check (state in ('open', 'working', 'answered', 'closed', 'withdrawn')),
  add column about jsonb not null default '{}';
update support.feedback set state = 'answered' where reply is not null;
drop index support.feedback_open;
alter table support.feedback drop column reply;
create index feedback_open on support.feedback (id) where state in ('open', 'working');
comment on column support.feedback.state is 'open and working wait for the operator; working: the operator has begun. Withdrawn ones are shown to their reader only.';
comment on column support.feedback.about is 'What it is about, as the reader''s app says: comicId, chapterId, page, orderId.';
comment on column support.feedback.replied_at is 'When the operator last replied.';
