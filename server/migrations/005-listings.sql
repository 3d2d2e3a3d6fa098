-- What listings sort and filter by, kept with the comic so that a page of one is a short walk along an index instead of a
-- look at every chapter. Time alone changes these facts too: a chapter comes out, a price falls away. So they carry the
-- span in which they hold, from one such moment to the next. A listing takes them from here where its own moment lies
-- within the span, and counts the few other comics anew: it is right at every moment, whoever keeps these up and however
-- late, and whatever the clocks of the database and of an app node say. The app counts turned comics again every other
-- second, so that they stay few.
alter table catalog.comic
  -- The latest publication among the chapters that are out; null where none is. Whole milliseconds, as cursors carry them.
  add column latest_at timestamptz(3),
  -- Every chapter that is out is free.
  add column all_free boolean not null default false,
  -- The two above hold from here, up to but not at there.
  add column facts_from timestamptz not null default '-infinity',
  add column facts_until timestamptz not null default 'infinity';

-- The rule of these facts, for any moment. A query that calls it takes it in whole, so it costs no call.
create function catalog.comic_facts(wanted bigint, at timestamptz)
returns table (latest_at timestamptz(3), all_free boolean, facts_from timestamptz, facts_until timestamptz)
language sql stable as $$
  select max(published_at) filter (where published_at <= at)::timestamptz(3),
    coalesce(bool_and(price_coins = 0 or (free_at is not null and free_at <= at)) filter (where published_at <= at), false),
    greatest(max(published_at) filter (where published_at <= at), max(free_at) filter (where free_at <= at), '-infinity'),
    least(min(published_at) filter (where published_at > at), min(free_at) filter (where free_at > at), 'infinity')
  from catalog.chapter where comic_id = wanted
$$;

-- Locks first, in order, and counts in a statement of its own: that one sees what those it waited for have written.
create function catalog.keep_facts(comics bigint[], at timestamptz) returns void language plpgsql as $$
begin
  perform from catalog.comic where id = any(comics) order by id for no key update;
  update catalog.comic as kept set latest_at = f.latest_at, all_free = f.all_free, facts_from = f.facts_from,
    facts_until = f.facts_until
  from catalog.comic c cross join lateral catalog.comic_facts(c.id, at) f
  where c.id = any(comics) and kept.id = c.id
    and (kept.latest_at, kept.all_free, kept.facts_from, kept.facts_until)
      is distinct from (f.latest_at, f.all_free, f.facts_from, f.facts_until);
end $$;

create function catalog.chapters_touched() returns trigger language plpgsql as $$
begin
  perform catalog.keep_facts(array(select distinct comic_id from touched), now());
  return null;
end $$;
create trigger chapters_added after insert on catalog.chapter
  referencing new table as touched for each statement execute function catalog.chapters_touched();
create trigger chapters_altered after update on catalog.chapter
  referencing new table as touched for each statement execute function catalog.chapters_touched();
create trigger chapters_removed after delete on catalog.chapter
  referencing old table as touched for each statement execute function catalog.chapters_touched();

-- The genres of the comics that listings may show and that have something out (as their facts have it), to be counted and
-- compared without a look at whole comics. A genre longer than a reader may ask for is none.
create table catalog.comic_genre (
  comic_id bigint not null references catalog.comic on delete cascade,
  genre text not null check (length(genre) <= 40),
  latest_at timestamptz(3) not null,
  primary key (comic_id, genre)
);
create index comic_genre_by_update on catalog.comic_genre (genre, latest_at, comic_id);
create function catalog.keep_genres() returns trigger language plpgsql as $$
begin
  delete from catalog.comic_genre where comic_id = new.id;
  if new.online and new.cover is not null and new.age_rating <> '18' and new.latest_at is not null then
    insert into catalog.comic_genre (comic_id, genre, latest_at)
    select distinct new.id, genre, new.latest_at from unnest(new.genres) genre where length(genre) <= 40;
  end if;
  return null;
end $$;
-- A comic that has just been made has nothing out, so there is nothing to keep for an insert.
create trigger comic_genres_altered after update on catalog.comic for each row
  when ((old.genres, old.online, old.cover is null, old.age_rating, old.latest_at)
    is distinct from (new.genres, new.online, new.cover is null, new.age_rating, new.latest_at))
  execute function catalog.keep_genres();

select catalog.keep_facts(array(select id from catalog.comic), now());

-- Each order of a listing, with only the comics that a listing may show.
create index comic_by_update on catalog.comic (latest_at desc, id desc)
  where online and cover is not null and age_rating <> '18';
create index comic_by_status on catalog.comic (status, latest_at desc, id desc)
  where online and cover is not null and age_rating <> '18';
create index comic_free_by_update on catalog.comic (latest_at desc, id desc)
  where online and cover is not null and age_rating <> '18' and all_free;
create index comic_by_creation on catalog.comic (created_at desc, id desc)
  where online and cover is not null and age_rating <> '18';
create index comic_by_genre on catalog.comic using gin (genres);
create index comic_by_facts_from on catalog.comic (facts_from);
create index comic_by_facts_until on catalog.comic (facts_until);
