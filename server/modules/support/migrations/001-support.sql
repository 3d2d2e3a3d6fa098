create schema support;
comment on schema support is 'What readers write to the operator, and the replies.';

create table support.feedback (
  id bigint generated always as identity primary key,
  reader_id bigint,
  type smallint not null check (type between 0 and 5),
  content text not null check (content <> ''),
  contact text not null default '',
  created_at timestamptz(3) not null,
  reply text,
  replied_at timestamptz(3),
  seen_at timestamptz(3),
  check ((reply is null) = (replied_at is null)),
  constraint feedback_nameless check (reader_id is not null or type = 5)
);
comment on column support.feedback.reader_id is
  'A number alone, as modules do not refer to each other''s readers. Null where the reader was erased: a complaint outlives its reader.';
comment on column support.feedback.type is '0 to 4 as the frequent questions, 5 a complaint about somebody''s rights.';
comment on column support.feedback.contact is 'Another way to reach the reader; empty where none was given.';
comment on column support.feedback.seen_at is 'When the reader last saw the reply.';
create index feedback_by_reader on support.feedback (reader_id, id desc);
create index feedback_open on support.feedback (id) where reply is null;
create index feedback_unread on support.feedback (reader_id) where replied_at > coalesce(seen_at, '-infinity');
