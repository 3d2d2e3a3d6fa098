-- What the editor says of the site, by part: `home`, `banners`, `themes`, `events`, `genres`, `hot`, `faq`, `service`,
-- `privacy`, `site`. A part is only ever replaced as a whole, and all of them together are small enough for every app node
-- to keep in memory, so a part is one document; its shape is in server/modules/editorial/parts.ts. Where a part is missing,
-- the program's own words hold.
create schema editorial;

create table editorial.part (
  name text primary key,
  body jsonb not null,
  updated_at timestamptz not null
);

create function editorial.tell_part() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalog', '');
  return null;
end $$;
create trigger part_changed after insert or update or delete on editorial.part
  for each statement execute function editorial.tell_part();

-- Banners are a part from now on; no command could write this table.
drop table catalog.banner;
drop function catalog.tell_banner;
