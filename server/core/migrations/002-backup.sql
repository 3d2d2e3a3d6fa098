create table public.backup_made (
  made_at timestamptz(3) primary key
);
comment on table public.backup_made is
  'When the site was backed up, for the metric of the last one. A backup is noted after it is whole, so it has only those before it.';
