-- Pages of a chapter that were damaged when it was made, those left out included, and which decoders had tried them;
-- 0 where one ran out of time. Other decoders, or more time, may do better: then an import makes the chapter anew.
alter table catalog.chapter
  add column damaged_pages integer not null default 0 check (damaged_pages >= 0),
  add column decoders integer not null default 0;
create index chapter_damaged on catalog.chapter (comic_id) where damaged_pages > 0;
