comment on column catalog.chapter.pages is
  '[{key, width, height, color, margins?: {top, right, bottom, left}, pieces?: [{key, top, height}], source}] in reading order; margins is the white around what is drawn, as parts of width and height.';
