-- What readers write to the operator, and the replies.
create schema support;

create table support.feedback (
  id bigint generated always as identity primary key,
  -- Readers are known by their number alone, as in the other modules.
  reader_id bigint not null,
  -- 0 to 4 as the frequent questions, 5 a complaint about somebody's rights.
  type smallint not null check (type between 0 and 5),
  content text not null check (content <> ''),
  -- How else to reach the reader; empty where they did not say.
  contact text not null default '',
  created_at timestamptz(3) not null,
  reply text,
  replied_at timestamptz(3),
  -- The reader has seen the reply, as it was at that moment.
  seen_at timestamptz(3),
  check ((reply is null) = (replied_at is null))
);
create index feedback_by_reader on support.feedback (reader_id, id desc);
create index feedback_open on support.feedback (id) where reply is null;
create index feedback_unread on support.feedback (reader_id) where replied_at > coalesce(seen_at, '-infinity');
