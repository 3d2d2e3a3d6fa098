-- A complaint about somebody's rights outlives its reader, without a name: the operator stays answerable for it.
alter table support.feedback
  alter column reader_id drop not null,
  add constraint feedback_nameless check (reader_id is not null or type = 5);
