create index comic_by_author on catalog.comic using gin (authors);
comment on index catalog.comic_by_author is 'The comics of one author.';
