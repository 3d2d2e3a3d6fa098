create table editorial.export (
  id text primary key,
  seen jsonb not null,
  at timestamptz not null
);
comment on table editorial.export is
  'The versions of each part that the author of an exported file has seen. Applying the file overwrites no others.';
