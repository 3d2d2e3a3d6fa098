-- Comics, their chapters and pages. Images are named here by their key: a path inside the store, always
--   comic/<comic's store_key>/<hash>.bin     covers, thumbs, previews: public
--   open/<chapter's store_key>/<hash>.bin    pages of a chapter that never had a price: public
--   guarded/<chapter's store_key>/<name>.bin pages of any other chapter: served by signed address only
create schema catalog;

create table catalog.comic (
  id bigint generated always as identity primary key,
  title text not null check (title <> ''),
  -- NFKC, lower case, single spaces: how an import finds the series again.
  title_key text not null unique,
  code text not null unique,
  alias text[] not null default '{}',
  authors text[] not null default '{}',
  genres text[] not null default '{}',
  description text not null default '',
  status text not null default 'serial' check (status in ('serial', 'complete')),
  weekdays smallint[] not null default '{}' check (weekdays <@ array[1, 2, 3, 4, 5, 6, 7]::smallint[]),
  direction text not null default 'strip' check (direction in ('strip', 'ltr', 'rtl')),
  age_rating text not null default 'all' check (age_rating in ('all', '12', '16', '18')),
  -- A chapter without a price of its own costs this, unless it is among the first `free_first` by number.
  price_coins integer not null default 0 check (price_coins >= 0),
  free_first integer not null default 0 check (free_first >= 0),
  store_key text not null unique check (store_key ~ '^[0-9a-f]{32}$'),
  -- {key, width, height, color, variants: [{key, width}]}; null until the first chapter is in.
  cover jsonb,
  -- sha256 of the picture the cover was made from, so that it is made once.
  cover_source bytea,
  wide jsonb,
  online boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table catalog.chapter (
  id bigint generated always as identity primary key,
  comic_id bigint not null references catalog.comic on delete cascade,
  no double precision not null check (no >= 0 and no < 1e9),
  title text not null default '',
  -- Set for this chapter alone; null follows the comic.
  own_price_coins integer check (own_price_coins >= 0),
  -- What it costs now by all the rules: kept right by whoever changes chapters or prices.
  price_coins integer not null default 0 check (price_coins >= 0),
  free_at timestamptz,
  published_at timestamptz not null,
  page_count integer not null check (page_count > 0),
  thumb jsonb,
  -- The blurred first page, shown where the chapter may not be read.
  preview jsonb not null,
  -- A guarded chapter has, or once had, a price: its pages stay behind signed addresses.
  guarded boolean not null,
  store_key text not null unique check (store_key ~ '^[0-9a-f]{32}$'),
  -- [{key, width, height, color, pieces?: [{key, top, height}], source}] in reading order.
  pages jsonb not null,
  -- What it was made from: sha256 of the archive (or of a folder's files), and the version of the page recipe.
  source_sha256 bytea not null check (length(source_sha256) = 32),
  source_name text not null,
  recipe integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (comic_id, no),
  check (not (price_coins > 0 and not guarded))
);
create index chapter_by_source on catalog.chapter (source_sha256);
create index chapter_by_publication on catalog.chapter (published_at);

-- Folders of the store that a running import may be writing to; what is left here after a crash is swept by the next.
create table catalog.store_intent (
  prefix text primary key check (prefix ~ '^(comic|open|guarded)/[0-9a-f]{32}$'),
  created_at timestamptz not null
);

-- Keys that sign page addresses; two live ones while they are being changed.
create table catalog.signing_key (
  kid smallint generated always as identity primary key,
  secret bytea not null check (length(secret) = 32),
  created_at timestamptz not null
);

-- Banners by slot, 1 to 13.
create table catalog.banner (
  id bigint generated always as identity primary key,
  slot smallint not null check (slot between 1 and 13),
  position integer not null default 0,
  title text not null,
  image jsonb not null,
  link text not null check (link ~ '^(/|https://)'),
  starts_at timestamptz,
  ends_at timestamptz
);
create index banner_by_slot on catalog.banner (slot, position, id);

-- Every change of what readers see is told to all app nodes, which then drop what they keep of it.
create function catalog.tell_comic() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalog', coalesce(new.id, old.id)::text);
  return null;
end $$;
create function catalog.tell_chapter() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalog', coalesce(new.comic_id, old.comic_id)::text);
  -- Pages that lie elsewhere now must not be served from anybody's memory.
  if tg_op = 'DELETE' or (tg_op = 'UPDATE' and old.pages is distinct from new.pages) then
    perform pg_notify('catalog', 'files');
  end if;
  return null;
end $$;
create function catalog.tell_banner() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalog', '');
  return null;
end $$;
create trigger comic_changed after insert or update or delete on catalog.comic
  for each row execute function catalog.tell_comic();
create trigger chapter_changed after insert or update or delete on catalog.chapter
  for each row execute function catalog.tell_chapter();
create trigger banner_changed after insert or update or delete on catalog.banner
  for each statement execute function catalog.tell_banner();
