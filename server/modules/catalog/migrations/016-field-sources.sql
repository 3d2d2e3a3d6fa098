-- Where the values of a comic come from, for the console.
alter table catalog.comic add column field_sources jsonb not null default '{}';
comment on column catalog.comic.field_sources is
  'By column: which source of an import set it last, and when. What was changed by hand is in audit.entry.';
