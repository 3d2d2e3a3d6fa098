create schema audit;
comment on schema audit is 'What operators have changed, for ever.';

create table audit.entry (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null,
  actor text not null check (actor <> ''),
  action text not null check (action <> ''),
  subject text not null check (subject in ('comic', 'chapter', 'reader')),
  subject_id bigint not null,
  before jsonb not null,
  after jsonb not null,
  reason text check (reason <> ''),
  undoes bigint unique references audit.entry
);
comment on column audit.entry.actor is 'The user of the operating system who ran the command.';
comment on column audit.entry.subject_id is
  'A number alone: an entry outlives what it is about. It names no reader otherwise, and keeps nothing that an erasure must reach.';
comment on column audit.entry.before is 'Only what was changed, by the names of its columns.';
comment on column audit.entry.undoes is 'The entry whose change this one has taken back.';
create index entry_by_subject on audit.entry (subject, subject_id, id);

create function audit.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '%.% is append-only', tg_table_schema, tg_table_name using errcode = 'restrict_violation';
end $$;
comment on function audit.refuse_change is
  'A trigger, because only the database can refuse what is written by hand as well.';
create trigger entry_append_only before update or delete on audit.entry
  for each row execute function audit.refuse_change();
create trigger entry_never_emptied before truncate on audit.entry
  for each statement execute function audit.refuse_change();
