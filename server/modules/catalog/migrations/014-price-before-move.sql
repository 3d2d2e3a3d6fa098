-- The console prices free chapters in bulk. Their pages are moved to signed addresses afterwards.
alter table catalog.chapter drop constraint chapter_check;
create index chapter_to_guard on catalog.chapter (comic_id) where price_coins > 0 and not guarded;
comment on column catalog.chapter.guarded is
  'Its pages have signed addresses only. A chapter that has or had a price becomes guarded; after a change of prices in the console that may take a while.';

create index chapter_offline on catalog.chapter (comic_id) where not online and deleted_at is null;
