-- Changes of prices of many chapters compared the pages of each, which are large, and notified once a row.
drop trigger chapter_changed on catalog.chapter;
drop function catalog.notify_chapter_change();

create or replace function catalog.update_facts_of_chapters() returns trigger language plpgsql as $$
declare
  comics bigint[] := array(select distinct comic_id from changed);
begin
  perform catalog.update_comic_facts(comics, now());
  perform pg_notify('catalog', comic::text) from unnest(comics) comic;
  -- Files of pages that are gone must not be served from the memory of any node.
  if tg_op = 'DELETE' and comics <> '{}' then
    perform pg_notify('catalog', 'files');
  end if;
  return null;
end $$;

create function catalog.notify_moved_pages() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalog', 'files');
  return null;
end $$;
comment on function catalog.notify_moved_pages() is
  'Files of pages that have moved must not be served from the memory of any node. Fires only for statements that set the pages.';

create trigger chapter_pages_changed after update of pages on catalog.chapter
  for each row when (old.pages is distinct from new.pages) execute function catalog.notify_moved_pages();
