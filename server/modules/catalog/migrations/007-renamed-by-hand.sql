-- Titles and covers are set by hand too. Imports still know the comic by the titles that its files have.
alter table catalog.comic add column former_keys text[] not null default '{}';
comment on column catalog.comic.former_keys is
  'The keys of titles that an operator has replaced: files under such a title belong to this comic, unless another one has it.';
