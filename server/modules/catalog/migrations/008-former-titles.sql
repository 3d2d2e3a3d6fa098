comment on column catalog.comic.former_keys is
  'The keys of titles that an operator or a file beside the chapters has replaced: files under such a title belong to this comic, unless another one has it.';
