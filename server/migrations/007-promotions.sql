-- Promotions: for a time, some comics cost a percentage of what they cost else; 0 percent is free for now. Times in whole
-- milliseconds, as everything that the app compares with its own clock.
create table catalog.promotion (
  id bigint generated always as identity primary key,
  -- What the editor calls it.
  key text not null unique check (key <> ''),
  title text not null check (title <> ''),
  percent smallint not null check (percent between 0 and 99),
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  check (starts_at < ends_at and isfinite(starts_at) and isfinite(ends_at)),
  unique (id, percent, starts_at, ends_at)
);

-- What is said of a promotion is repeated beside each of its comics, held equal by the foreign key: so a price is found
-- by one look, and two promotions of one comic at the same time are refused.
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
  -- The id as a range of one, since equality in such an index would ask for an extension.
  constraint one_promotion_at_a_time exclude using gist
    (int8range(comic_id, comic_id, '[]') with &&, tstzrange(starts_at, ends_at) with &&) deferrable
);
create index promotion_comic_by_comic on catalog.promotion_comic (comic_id, starts_at, ends_at);

-- The facts of a comic (migration 005) learn two things: when its first chapter came out, so that a card needs no look at
-- all chapters, and that every chapter is free while a promotion of 0 percent runs.
alter table catalog.comic add column first_at timestamptz(3);

drop function catalog.comic_facts;
create function catalog.comic_facts(wanted bigint, at timestamptz)
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
    from catalog.chapter where comic_id = wanted
  ) c cross join (
    select coalesce(bool_or(starts_at <= at and ends_at > at), false) as running,
      greatest(max(starts_at) filter (where starts_at <= at), max(ends_at) filter (where ends_at <= at)) as turned_at,
      least(min(starts_at) filter (where starts_at > at), min(ends_at) filter (where ends_at > at)) as turns_at
    from catalog.promotion_comic where comic_id = wanted and percent = 0
  ) p
$$;

create or replace function catalog.keep_facts(comics bigint[], at timestamptz) returns void language plpgsql as $$
begin
  perform from catalog.comic where id = any(comics) order by id for no key update;
  update catalog.comic as kept set first_at = f.first_at, latest_at = f.latest_at, all_free = f.all_free,
    facts_from = f.facts_from, facts_until = f.facts_until
  from catalog.comic c cross join lateral catalog.comic_facts(c.id, at) f
  where c.id = any(comics) and kept.id = c.id
    and (kept.first_at, kept.latest_at, kept.all_free, kept.facts_from, kept.facts_until)
      is distinct from (f.first_at, f.latest_at, f.all_free, f.facts_from, f.facts_until);
end $$;

create function catalog.promotions_touched() returns trigger language plpgsql as $$
begin
  perform catalog.keep_facts(array(select distinct comic_id from touched), now());
  perform pg_notify('catalog', '');
  return null;
end $$;
create trigger promotion_comics_added after insert on catalog.promotion_comic
  referencing new table as touched for each statement execute function catalog.promotions_touched();
create trigger promotion_comics_altered after update on catalog.promotion_comic
  referencing new table as touched for each statement execute function catalog.promotions_touched();
create trigger promotion_comics_removed after delete on catalog.promotion_comic
  referencing old table as touched for each statement execute function catalog.promotions_touched();

create function catalog.tell_promotion() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalog', '');
  return null;
end $$;
create trigger promotion_changed after insert or update or delete on catalog.promotion
  for each statement execute function catalog.tell_promotion();

select catalog.keep_facts(array(select id from catalog.comic), now());
