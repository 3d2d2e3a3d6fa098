create schema catalog;
comment on schema catalog is
  'Comics, chapters, pages, prices and promotions. Images are named by key, a path inside the image store: comic/<comic.store_key>/<hash>.bin for covers, thumbs and previews (public), open/<chapter.store_key>/<hash>.bin for pages of a chapter that never had a price (public), guarded/<chapter.store_key>/<name>.bin for pages of any other chapter (signed addresses only).';

create table catalog.comic (
  id bigint generated always as identity primary key,
  title text not null check (title <> ''),
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
  price_coins integer not null default 0 check (price_coins >= 0),
  free_first integer not null default 0 check (free_first >= 0),
  store_key text not null unique check (store_key ~ '^[0-9a-f]{32}$'),
  cover jsonb,
  cover_source bytea,
  wide jsonb,
  online boolean not null default true,
  sidecar_sha256 bytea check (length(sidecar_sha256) = 32),
  first_at timestamptz(3),
  latest_at timestamptz(3),
  all_free boolean not null default false,
  facts_from timestamptz not null default '-infinity',
  facts_until timestamptz not null default 'infinity',
  created_at timestamptz not null,
  updated_at timestamptz not null
);
comment on column catalog.comic.title_key is
  'The title in NFKC, lower case, with single spaces: an import finds the series again by it.';
comment on column catalog.comic.weekdays is 'Set by the editor; empty = the weekday of the latest publication.';
comment on column catalog.comic.price_coins is
  'The price of a chapter without one of its own, unless it is among the first `free_first` by number.';
comment on column catalog.comic.cover is
  '{key, width, height, color, variants: [{key, width}]}; null until the first chapter is imported.';
comment on column catalog.comic.cover_source is 'SHA-256 of the picture the cover was made from, so that it is made once.';
comment on column catalog.comic.sidecar_sha256 is
  'SHA-256 of the sidecar files last applied. Only changed files are applied, so that later settings of the operator last.';
comment on column catalog.comic.first_at is 'The first publication among the chapters that are out; null where none is.';
comment on column catalog.comic.latest_at is
  'The latest publication among the chapters that are out; null where none is. Whole milliseconds, as in cursors.';
comment on column catalog.comic.all_free is 'Every chapter that is out is free.';
comment on column catalog.comic.facts_from is
  'first_at, latest_at and all_free hold from here until facts_until (exclusive): time alone changes them too. A listing computes them anew for comics whose span does not contain its own moment (decision 0014).';
-- One index for each order of a listing, with only the comics that it may show; those for readers of age contain comics
-- rated 18 too, so that the others never scan past these.
create index comic_by_update on catalog.comic (latest_at desc, id desc)
  where online and cover is not null and age_rating <> '18';
create index comic_by_status on catalog.comic (status, latest_at desc, id desc)
  where online and cover is not null and age_rating <> '18';
create index comic_free_by_update on catalog.comic (latest_at desc, id desc)
  where online and cover is not null and age_rating <> '18' and all_free;
create index comic_by_creation on catalog.comic (created_at desc, id desc)
  where online and cover is not null and age_rating <> '18';
create index comic_by_update_adult on catalog.comic (latest_at desc, id desc) where online and cover is not null;
create index comic_by_status_adult on catalog.comic (status, latest_at desc, id desc) where online and cover is not null;
create index comic_free_by_update_adult on catalog.comic (latest_at desc, id desc)
  where online and cover is not null and all_free;
create index comic_by_creation_adult on catalog.comic (created_at desc, id desc) where online and cover is not null;
create index comic_by_genre on catalog.comic using gin (genres);
create index comic_by_facts_from on catalog.comic (facts_from);
create index comic_by_facts_until on catalog.comic (facts_until);

create table catalog.chapter (
  id bigint generated always as identity primary key,
  comic_id bigint not null references catalog.comic on delete cascade,
  no double precision not null check (no >= 0 and no < 1e9),
  title text not null default '',
  own_price_coins integer check (own_price_coins >= 0),
  price_coins integer not null default 0 check (price_coins >= 0),
  free_at timestamptz,
  published_at timestamptz not null,
  page_count integer not null check (page_count > 0),
  thumb jsonb,
  preview jsonb not null,
  guarded boolean not null,
  store_key text not null unique check (store_key ~ '^[0-9a-f]{32}$'),
  pages jsonb not null,
  damaged_pages integer not null default 0 check (damaged_pages >= 0),
  decoders integer not null default 0,
  source_sha256 bytea not null check (length(source_sha256) = 32),
  source_name text not null,
  recipe integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (comic_id, no),
  check (not (price_coins > 0 and not guarded))
);
comment on column catalog.chapter.own_price_coins is 'Set for this chapter alone; null = the price of the comic.';
comment on column catalog.chapter.price_coins is
  'The price by all rules but promotions; updated with every change of chapters or prices.';
comment on column catalog.chapter.preview is 'The blurred first page, shown to readers who may not read the chapter.';
comment on column catalog.chapter.guarded is 'The chapter has or had a price: its pages have signed addresses only.';
comment on column catalog.chapter.pages is
  '[{key, width, height, color, pieces?: [{key, top, height}], source}] in reading order.';
comment on column catalog.chapter.damaged_pages is 'Pages that were damaged when it was made, those left out included.';
comment on column catalog.chapter.decoders is
  'The version of the decoders that tried the damaged pages, 0 where one ran out of time. An import with newer decoders makes the chapter again.';
comment on column catalog.chapter.source_sha256 is 'SHA-256 of the archive, or of the files of a folder.';
comment on column catalog.chapter.recipe is 'The version of the page recipe it was made with.';
create index chapter_by_source on catalog.chapter (source_sha256);
create index chapter_by_publication on catalog.chapter (published_at);
create index chapter_damaged on catalog.chapter (comic_id) where damaged_pages > 0;

create table catalog.import_source (
  path_hash bytea primary key check (length(path_hash) = 32),
  stamp bytea not null check (length(stamp) = 32),
  sha256 bytea not null check (length(sha256) = 32),
  read_at timestamptz not null
);
comment on table catalog.import_source is
  'What an import has read of each file or folder, so that an unchanged one is not read again. A cache: losing it costs time only.';
comment on column catalog.import_source.path_hash is 'SHA-256 of the absolute path.';
comment on column catalog.import_source.stamp is 'SHA-256 of the names, sizes and times of the files there.';
comment on column catalog.import_source.sha256 is 'SHA-256 of the content, as chapter.source_sha256.';

create table catalog.store_intent (
  prefix text primary key check (prefix ~ '^(comic|open|guarded)/[0-9a-f]{32}$'),
  created_at timestamptz not null
);
comment on table catalog.store_intent is
  'Folders of the image store that a running import may be writing to. What remains after a crash is swept by the next import.';

create table catalog.signing_key (
  kid smallint generated always as identity primary key,
  secret bytea not null check (length(secret) = 32),
  created_at timestamptz not null
);
comment on table catalog.signing_key is 'Keys that sign addresses of pages; two are valid while they are being changed.';

create table catalog.comic_stats (
  comic_id bigint primary key references catalog.comic on delete cascade,
  views bigint not null default 0,
  subscribers bigint not null default 0,
  favorites bigint not null default 0
) with (fillfactor = 70);
comment on table catalog.comic_stats is
  'Counts that change all the time, apart from the comic so that its row, its indexes and its copies in memory stay as they are.';

create table catalog.comic_news (
  comic_id bigint primary key references catalog.comic on delete cascade,
  news_at timestamptz not null
) with (fillfactor = 70);
comment on table catalog.comic_news is
  'When what a library keeps of a comic (latest publication, visibility, age rating) last changed, by the clock of the database.';
create index comic_news_by_time on catalog.comic_news (news_at);

create table catalog.comic_genre (
  comic_id bigint not null references catalog.comic on delete cascade,
  genre text not null check (length(genre) <= 40),
  latest_at timestamptz(3) not null,
  adult boolean not null,
  primary key (comic_id, genre)
);
comment on table catalog.comic_genre is
  'The genres of visible comics with a chapter out, by the stored facts. Genres longer than the contract allows are left out.';
create index comic_genre_by_update on catalog.comic_genre (genre, latest_at, comic_id);

create table catalog.genre_tally (
  genre text not null,
  comics integer not null,
  adult_comics integer not null
);
comment on table catalog.genre_tally is
  'How many comics a genre has, as a sum over rows. Rows are only ever added, so that two imports never wait for each other; the app sums them up now and then.';
comment on column catalog.genre_tally.adult_comics is 'Comics rated 18, which `comics` leaves out.';

create table catalog.comic_weekday (
  comic_id bigint not null references catalog.comic on delete cascade,
  weekday smallint not null check (weekday between 1 and 7),
  latest_at timestamptz(3) not null,
  adult boolean not null,
  primary key (comic_id, weekday)
);
comment on table catalog.comic_weekday is
  'The weekdays (1 = Monday) on which a visible serial comic is listed, by the stored facts.';
create index comic_weekday_by_update on catalog.comic_weekday (weekday, latest_at desc, comic_id desc) where not adult;
create index comic_weekday_by_update_adult on catalog.comic_weekday (weekday, latest_at desc, comic_id desc);

create table catalog.promotion (
  id bigint generated always as identity primary key,
  key text not null unique check (key <> ''),
  title text not null check (title <> ''),
  percent smallint not null check (percent between 0 and 99),
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  check (starts_at < ends_at and isfinite(starts_at) and isfinite(ends_at)),
  unique (id, percent, starts_at, ends_at)
);
comment on table catalog.promotion is
  'For a time, some comics cost a percentage of their price; 0 percent is free. Whole milliseconds, as the app compares these times with its own clock.';
comment on column catalog.promotion.key is 'The editor''s name for it.';

create table catalog.promotion_comic (
  promotion_id bigint not null,
  comic_id bigint not null references catalog.comic on delete cascade,
  position integer not null,
  percent smallint not null,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  primary key (promotion_id, comic_id),
  foreign key (promotion_id, percent, starts_at, ends_at)
    references catalog.promotion (id, percent, starts_at, ends_at) on update cascade on delete cascade,
  constraint one_promotion_at_a_time exclude using gist
    (int8range(comic_id, comic_id, '[]') with &&, tstzrange(starts_at, ends_at) with &&) deferrable
);
comment on table catalog.promotion_comic is
  'Repeats percent and times of the promotion, held equal by the foreign key: the price of a comic is found in one table.';
comment on constraint one_promotion_at_a_time on catalog.promotion_comic is
  'The comic''s id is a range of one, because equality in a gist index would need an extension.';
create index promotion_comic_by_comic on catalog.promotion_comic (comic_id, starts_at, ends_at);

-- Functions and triggers.
--
-- Facts of comics, and the two tables derived from them, are written by triggers: chapters are written by a dozen
-- statements and prices by as many, all facts change together in the statement's own snapshot behind one lock, and the same
-- rule runs inside the listings' queries for comics whose span is over (figures in decisions 0014 and 0016).
--
-- Changes are announced by triggers: the notification leaves with the commit, also where an operator writes by hand. One
-- statement that forgets it would leave stale prices in the memory of every node.

create function catalog.comic_facts(comic bigint, at timestamptz)
returns table (first_at timestamptz(3), latest_at timestamptz(3), all_free boolean, facts_from timestamptz,
  facts_until timestamptz)
language sql stable as $$
  select c.first_at, c.latest_at, c.latest_at is not null and (c.all_free or p.running),
    greatest(c.turned_at, p.turned_at, '-infinity'), least(c.turns_at, p.turns_at, 'infinity')
  from (
    select min(published_at) filter (where published_at <= at)::timestamptz(3) as first_at,
      max(published_at) filter (where published_at <= at)::timestamptz(3) as latest_at,
      coalesce(bool_and(price_coins = 0 or (free_at is not null and free_at <= at)) filter (where published_at <= at), false)
        as all_free,
      greatest(max(published_at) filter (where published_at <= at), max(free_at) filter (where free_at <= at)) as turned_at,
      least(min(published_at) filter (where published_at > at), min(free_at) filter (where free_at > at)) as turns_at
    from catalog.chapter where comic_id = comic
  ) c cross join (
    select coalesce(bool_or(starts_at <= at and ends_at > at), false) as running,
      greatest(max(starts_at) filter (where starts_at <= at), max(ends_at) filter (where ends_at <= at)) as turned_at,
      least(min(starts_at) filter (where starts_at > at), min(ends_at) filter (where ends_at > at)) as turns_at
    from catalog.promotion_comic where comic_id = comic and percent = 0
  ) p
$$;
comment on function catalog.comic_facts is
  'The one rule of the facts, for any moment. A function and not code: listings use it inside their queries, where PostgreSQL inlines it.';

create function catalog.update_comic_facts(comics bigint[], at timestamptz) returns void language plpgsql as $$
begin
  perform from catalog.comic where id = any(comics) order by id for no key update;
  update catalog.comic as stored set first_at = f.first_at, latest_at = f.latest_at, all_free = f.all_free,
    facts_from = f.facts_from, facts_until = f.facts_until
  from catalog.comic c cross join lateral catalog.comic_facts(c.id, at) f
  where c.id = any(comics) and stored.id = c.id
    and (stored.first_at, stored.latest_at, stored.all_free, stored.facts_from, stored.facts_until)
      is distinct from (f.first_at, f.latest_at, f.all_free, f.facts_from, f.facts_until);
end $$;
comment on function catalog.update_comic_facts is
  'Locks the comics first, in order, then computes in a statement of its own: that one sees what the transactions it waited for have written.';

create function catalog.update_facts_of_chapters() returns trigger language plpgsql as $$
begin
  perform catalog.update_comic_facts(array(select distinct comic_id from changed), now());
  return null;
end $$;
comment on function catalog.update_facts_of_chapters is
  'Once a statement, however many chapters it changes. PostgreSQL allows a transition table for one event only, hence three triggers.';
create trigger chapters_added after insert on catalog.chapter
  referencing new table as changed for each statement execute function catalog.update_facts_of_chapters();
create trigger chapters_altered after update on catalog.chapter
  referencing new table as changed for each statement execute function catalog.update_facts_of_chapters();
create trigger chapters_removed after delete on catalog.chapter
  referencing old table as changed for each statement execute function catalog.update_facts_of_chapters();

create function catalog.update_facts_of_promotions() returns trigger language plpgsql as $$
begin
  perform catalog.update_comic_facts(array(select distinct comic_id from changed), now());
  perform pg_notify('catalog', '');
  return null;
end $$;
comment on function catalog.update_facts_of_promotions is
  'Also announces the change. It runs for statements that change no row too, so that a change of a title alone, which replacePromotions writes before the comics, is announced as well.';
create trigger promotion_comics_added after insert on catalog.promotion_comic
  referencing new table as changed for each statement execute function catalog.update_facts_of_promotions();
create trigger promotion_comics_altered after update on catalog.promotion_comic
  referencing new table as changed for each statement execute function catalog.update_facts_of_promotions();
create trigger promotion_comics_removed after delete on catalog.promotion_comic
  referencing old table as changed for each statement execute function catalog.update_facts_of_promotions();

create function catalog.update_comic_genres() returns trigger language plpgsql as $$
declare
  listed text[] := '{}';
begin
  if new.online and new.cover is not null and new.latest_at is not null then
    listed := array(select distinct genre from unnest(new.genres) genre where length(genre) <= 40);
  end if;
  delete from catalog.comic_genre
  where comic_id = new.id and (genre <> all(listed) or adult <> (new.age_rating = '18'));
  insert into catalog.comic_genre as stored (comic_id, genre, latest_at, adult)
  select new.id, genre, new.latest_at, new.age_rating = '18' from unnest(listed) genre
  on conflict (comic_id, genre) do update set latest_at = excluded.latest_at
    where stored.latest_at <> excluded.latest_at;
  return null;
end $$;
comment on function catalog.update_comic_genres is
  'A trigger because it follows latest_at, which the facts'' triggers and the turning of facts write. A comic has nothing out when it is inserted, so only updates count.';
create trigger comic_genres_altered after update on catalog.comic for each row
  when ((old.genres, old.online, old.cover is null, old.age_rating, old.latest_at)
    is distinct from (new.genres, new.online, new.cover is null, new.age_rating, new.latest_at))
  execute function catalog.update_comic_genres();

create function catalog.tally_genres() returns trigger language plpgsql as $$
begin
  insert into catalog.genre_tally (genre, comics, adult_comics)
  select genre, sign * count(*) filter (where not adult), sign * count(*) filter (where adult)
  from changed, (select case tg_op when 'INSERT' then 1 else -1 end as sign) s group by genre, sign;
  return null;
end $$;
comment on function catalog.tally_genres is
  'A trigger because rows also go by cascade, when a comic is deleted; the sums must never differ from comic_genre.';
create trigger comic_genres_added after insert on catalog.comic_genre
  referencing new table as changed for each statement execute function catalog.tally_genres();
create trigger comic_genres_removed after delete on catalog.comic_genre
  referencing old table as changed for each statement execute function catalog.tally_genres();

create function catalog.comic_weekdays(assigned smallint[], latest_at timestamptz) returns smallint[] language sql immutable
  return case when assigned = '{}' then array[date_part('isodow', latest_at at time zone 'Asia/Shanghai')::smallint]
    else assigned end;
comment on function catalog.comic_weekdays is
  'The weekdays the editor assigned, else that of the latest publication in China''s one time zone. Used by the listing and by the trigger below.';

create function catalog.update_comic_weekdays() returns trigger language plpgsql as $$
declare
  days smallint[] := '{}';
begin
  if new.online and new.cover is not null and new.status = 'serial' and new.latest_at is not null then
    days := catalog.comic_weekdays(new.weekdays, new.latest_at);
  end if;
  delete from catalog.comic_weekday where comic_id = new.id and weekday <> all(days);
  insert into catalog.comic_weekday as stored (comic_id, weekday, latest_at, adult)
  select distinct new.id, day, new.latest_at, new.age_rating = '18' from unnest(days) day
  on conflict (comic_id, weekday) do update set latest_at = excluded.latest_at, adult = excluded.adult;
  return null;
end $$;
comment on function catalog.update_comic_weekdays is 'A trigger for the reason of update_comic_genres.';
create trigger comic_weekdays_altered after update on catalog.comic for each row
  when ((old.weekdays, old.status, old.online, old.cover is null, old.age_rating, old.latest_at)
    is distinct from (new.weekdays, new.status, new.online, new.cover is null, new.age_rating, new.latest_at))
  execute function catalog.update_comic_weekdays();

create function catalog.record_comic_news() returns trigger language plpgsql as $$
begin
  -- The comic may be gone again by the end of the transaction.
  insert into catalog.comic_news as stored (comic_id, news_at)
  select id, clock_timestamp() from catalog.comic where id = new.id
  on conflict (comic_id) do update set news_at = excluded.news_at;
  return null;
end $$;
comment on function catalog.record_comic_news is
  'A deferred trigger, because only the database runs something at the very end of a transaction: a library then has to look back no longer than a commit takes, and not as long as any transaction may last.';
create constraint trigger comic_news after update on catalog.comic deferrable initially deferred for each row
  when ((old.latest_at, old.online, old.cover is null, old.age_rating)
    is distinct from (new.latest_at, new.online, new.cover is null, new.age_rating))
  execute function catalog.record_comic_news();

create function catalog.notify_comic_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalog', coalesce(new.id, old.id)::text);
  return null;
end $$;
create trigger comic_changed after insert or update or delete on catalog.comic
  for each row execute function catalog.notify_comic_change();

create function catalog.notify_chapter_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalog', coalesce(new.comic_id, old.comic_id)::text);
  -- Files of pages that have moved must not be served from the memory of any node.
  if tg_op = 'DELETE' or (tg_op = 'UPDATE' and old.pages is distinct from new.pages) then
    perform pg_notify('catalog', 'files');
  end if;
  return null;
end $$;
create trigger chapter_changed after insert or update or delete on catalog.chapter
  for each row execute function catalog.notify_chapter_change();
