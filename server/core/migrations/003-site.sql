create table public.manyu_site (
  is_only boolean primary key default true check (is_only),
  id uuid not null
);
comment on table public.manyu_site is
  'Which site this is. Each backup has it too, so that two sites never share a folder of backups.';
-- A site that is older than this table gets the same id each time: after it went back to the program from before, and was
-- upgraded again, and when an old backup of it is restored.
insert into public.manyu_site (id)
  select case
    when exists (select from public.manyu_migration where name not like 'core/%')
    then md5((select extract(epoch from min(applied_at))::text from public.manyu_migration))::uuid
    else gen_random_uuid()
  end;
