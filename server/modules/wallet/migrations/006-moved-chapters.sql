create table wallet.moved_chapter (
  chapter_id bigint primary key,
  comic_id bigint not null,
  read_as bigint not null
);
comment on table wallet.moved_chapter is
  'Chapters that are in another comic than their purchases say, or that another chapter stands in for, because comics were merged. Purchases are never changed.';
comment on column wallet.moved_chapter.comic_id is 'The comic that it is read in now.';
comment on column wallet.moved_chapter.read_as is 'The chapter that its owners own by it now: itself, or the one that stayed.';
create index moved_chapter_by_comic on wallet.moved_chapter (comic_id);
create index moved_chapter_by_read_as on wallet.moved_chapter (read_as);
