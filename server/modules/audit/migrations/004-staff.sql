alter table audit.entry drop constraint entry_subject_check,
  add constraint entry_subject_check check (subject in ('comic', 'chapter', 'reader', 'order', 'editorial', 'staff'));
comment on column audit.entry.actor is
  'The user of the operating system who ran the command, or staff:<id> for a member of staff in the console.';
create index entry_by_actor on audit.entry (actor, id);
