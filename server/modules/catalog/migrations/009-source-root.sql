-- An import can tell whether the file of a chapter is still there: a name whose file is gone gives its place to another.
alter table catalog.chapter add column source_root text;
comment on column catalog.chapter.source_root is
  'The folder below which source_name lies, as an absolute path; null = not known.';
comment on column catalog.comic.former_keys is
  'The keys of titles that the comic has had, and of folders that its files have lain in: files under such a title belong to this comic, unless another one has it.';
