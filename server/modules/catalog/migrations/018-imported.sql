create table catalog.imported (
  upload_id text not null default '',
  path text not null,
  comic_id bigint not null,
  result text not null check (result in ('new', 'replaced')),
  actor text not null,
  primary key (upload_id, path)
);
comment on table catalog.imported is
  'The chapters that the current import has published. Written with the chapter and moved to the audit log when the import ends, however it ends.';
comment on column catalog.imported.upload_id is 'uploads.upload; empty for an import from a folder, of which there is one at a time.';
