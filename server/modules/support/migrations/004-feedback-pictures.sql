create table support.picture (
  id bigint generated always as identity primary key,
  reader_id bigint,
  feedback_id bigint references support.feedback on delete cascade,
  image bytea not null,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  uploaded_at timestamptz(3) not null,
  constraint picture_has_one_owner check ((reader_id is null) <> (feedback_id is null))
);
comment on table support.picture is 'Pictures of readers for the operator, drawn anew as WebP. Here and not in the image store, which serves everybody.';
comment on column support.picture.reader_id is 'Until it belongs to a feedback; one that never does is deleted after a day.';
create index picture_by_feedback on support.picture (feedback_id, id);
create index picture_by_reader on support.picture (reader_id) where reader_id is not null;
