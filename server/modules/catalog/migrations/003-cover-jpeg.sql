comment on column catalog.comic.cover is
  '{key, width, height, color, jpegKey, variants: [{key, width}]}; jpegKey is the largest as JPEG, for programs that show a shared address. Null until the first chapter is imported.';
