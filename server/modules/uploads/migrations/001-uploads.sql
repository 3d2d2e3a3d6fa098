create schema uploads;
comment on schema uploads is
  'Files that staff send in the console, until they are imported. The bytes are in <DATA_DIR>/uploads/<upload>/<file>.';

create table uploads.upload (
  id text primary key,
  person_id bigint not null,
  state text not null default 'receiving'
    check (state in ('receiving', 'examining', 'ready', 'importing', 'done', 'failed')),
  created_at timestamptz(3) not null,
  changed_at timestamptz(3) not null,
  edits jsonb not null default '[]',
  plan_no int not null default 0,
  sources jsonb not null default '[]',
  comics jsonb not null default '[]',
  publish jsonb,
  progress jsonb,
  tries int not null default 0,
  failure text
);
comment on column uploads.upload.id is '128 random bits in base64url.';
comment on column uploads.upload.person_id is 'staff.person.';
comment on column uploads.upload.state is
  'examining and importing are also the queue: the process that imports takes the upload that was changed first.';
comment on column uploads.upload.edits is 'What an editor has decided about single sources.';
comment on column uploads.upload.plan_no is 'Grows with every dry run, so that nobody confirms a plan that they have not seen.';
comment on column uploads.upload.sources is 'The outcomes of the dry run, then those of the import.';
comment on column uploads.upload.comics is 'The ids and titles of the comics of these sources.';
comment on column uploads.upload.publish is 'When readers see the chapters. Null until the import is confirmed.';
comment on column uploads.upload.tries is
  'How often the dry run or the import was begun. A process that a file ends each time must not begin without end.';
comment on column uploads.upload.failure is 'Why the dry run or the import as a whole failed, in Chinese.';
create index upload_by_person on uploads.upload (person_id, created_at);
create index upload_due on uploads.upload (changed_at) where state in ('examining', 'importing');

create table uploads.file (
  id text primary key,
  upload_id text not null references uploads.upload on delete cascade,
  name text not null,
  name_key text not null,
  bytes bigint not null check (bytes >= 0),
  modified_at bigint not null,
  received bigint not null default 0 check (received between 0 and bytes),
  unique (upload_id, name_key)
);
comment on column uploads.file.name is 'The path below the folder that was chosen. The bytes are stored under the id.';
comment on column uploads.file.name_key is 'The name without case and in one Unicode form: some disks do not distinguish them.';
comment on column uploads.file.modified_at is
  'The time of the last change of the file on the sender''s disk, in ms since 1970. Another time is another file.';
comment on column uploads.file.received is 'So many bytes are on the disk, flushed.';
