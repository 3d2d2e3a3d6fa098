-- The orders and the filter of the operators' list of comics.
create index comic_by_change on catalog.comic (updated_at desc, id desc);
create index comic_by_price on catalog.comic (price_coins desc, id desc);
create index chapter_priced on catalog.chapter (comic_id) where price_coins > 0;
