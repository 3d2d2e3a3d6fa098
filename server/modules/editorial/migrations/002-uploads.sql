create table editorial.upload (
  source text primary key,
  use text not null check (use in ('picture', 'icon', 'logo')),
  picture jsonb not null,
  added_at timestamptz not null
);
comment on table editorial.upload is
  'Pictures that were uploaded in the console and may not be part of anything yet. Their files are kept for a day.';
