create table support.question_vote (
  reader_id bigint not null,
  question_key text not null check (length(question_key) between 1 and 40),
  helpful boolean not null,
  voted_at timestamptz(3) not null,
  primary key (reader_id, question_key)
);
comment on table support.question_vote is 'Whether the answer to a frequent question helped a reader: one vote a reader and question, the last one counts.';
comment on column support.question_vote.question_key is 'Given by the editor, or made from the words of the question.';
create index question_vote_by_question on support.question_vote (question_key, helpful);
