alter table audit.entry drop constraint entry_subject_check,
  add constraint entry_subject_check check (subject in ('comic', 'chapter', 'reader', 'order', 'editorial'));
comment on column audit.entry.subject_id is
  'A number alone: an entry outlives what it is about. It names no reader otherwise, and keeps nothing that an erasure must reach. 1 for what an editor arranges, which is one document.';
