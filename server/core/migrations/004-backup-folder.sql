alter table public.backup_made add column folder text;
comment on column public.backup_made.folder is
  'The folder of backups in which it is; null where an older version has made it. The console lists the latest one.';
