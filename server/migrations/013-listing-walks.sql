-- Two listings looked at more comics than they showed: a weekday, walking all that go on, and the genres, counting all
-- there are. And readers who said to be of age see comics marked 18 too, by indexes of their own: those of everybody
-- else must not pass by comics that they never show.

-- On which days of the week a comic that goes on is shown, as its facts have it (migration 005).
create table catalog.comic_weekday (
  comic_id bigint not null references catalog.comic on delete cascade,
  weekday smallint not null check (weekday between 1 and 7),
  latest_at timestamptz(3) not null,
  adult boolean not null,
  primary key (comic_id, weekday)
);
create index comic_weekday_by_update on catalog.comic_weekday (weekday, latest_at desc, comic_id desc) where not adult;
create index comic_weekday_by_update_adult on catalog.comic_weekday (weekday, latest_at desc, comic_id desc);

-- The rule of these days: what an editor said of a comic goes before what its latest chapter lets one guess, in China's
-- one time zone.
create function catalog.comic_weekdays(said smallint[], latest_at timestamptz) returns smallint[] language sql immutable
  return case when said = '{}' then array[date_part('isodow', latest_at at time zone 'Asia/Shanghai')::smallint] else said end;

create function catalog.keep_weekdays() returns trigger language plpgsql as $$
declare
  days smallint[] := '{}';
begin
  if new.online and new.cover is not null and new.status = 'serial' and new.latest_at is not null then
    days := catalog.comic_weekdays(new.weekdays, new.latest_at);
  end if;
  delete from catalog.comic_weekday where comic_id = new.id and weekday <> all(days);
  insert into catalog.comic_weekday as kept (comic_id, weekday, latest_at, adult)
  select distinct new.id, day, new.latest_at, new.age_rating = '18' from unnest(days) day
  on conflict (comic_id, weekday) do update set latest_at = excluded.latest_at, adult = excluded.adult;
  return null;
end $$;
create trigger comic_weekdays_altered after update on catalog.comic for each row
  when ((old.weekdays, old.status, old.online, old.cover is null, old.age_rating, old.latest_at)
    is distinct from (new.weekdays, new.status, new.online, new.cover is null, new.age_rating, new.latest_at))
  execute function catalog.keep_weekdays();

-- How many comics a genre has, in as many rows as it takes: changes are only ever added, so that two imports never wait for
-- each other here, and the app sums them up now and then.
create table catalog.genre_tally (
  genre text not null,
  comics integer not null,
  -- Those marked 18, which `comics` leaves out.
  adult_comics integer not null
);

-- The genres of a comic marked 18 are kept too; only what differs is written.
alter table catalog.comic_genre add column adult boolean not null default false;
alter table catalog.comic_genre alter column adult drop default;
create or replace function catalog.keep_genres() returns trigger language plpgsql as $$
declare
  shown text[] := '{}';
begin
  if new.online and new.cover is not null and new.latest_at is not null then
    shown := array(select distinct genre from unnest(new.genres) genre where length(genre) <= 40);
  end if;
  delete from catalog.comic_genre
  where comic_id = new.id and (genre <> all(shown) or adult <> (new.age_rating = '18'));
  insert into catalog.comic_genre as kept (comic_id, genre, latest_at, adult)
  select new.id, genre, new.latest_at, new.age_rating = '18' from unnest(shown) genre
  on conflict (comic_id, genre) do update set latest_at = excluded.latest_at
    where kept.latest_at <> excluded.latest_at;
  return null;
end $$;

create function catalog.tally_genres() returns trigger language plpgsql as $$
begin
  insert into catalog.genre_tally (genre, comics, adult_comics)
  select genre, sign * count(*) filter (where not adult), sign * count(*) filter (where adult)
  from touched, (select case tg_op when 'INSERT' then 1 else -1 end as sign) s group by genre, sign;
  return null;
end $$;
create trigger comic_genres_added after insert on catalog.comic_genre
  referencing new table as touched for each statement execute function catalog.tally_genres();
create trigger comic_genres_removed after delete on catalog.comic_genre
  referencing old table as touched for each statement execute function catalog.tally_genres();

-- Everything that is kept so is made once for the comics that are there.
truncate catalog.comic_genre;
insert into catalog.comic_genre (comic_id, genre, latest_at, adult)
select distinct c.id, genre, c.latest_at, c.age_rating = '18' from catalog.comic c cross join unnest(c.genres) genre
where c.online and c.cover is not null and c.latest_at is not null and length(genre) <= 40;
insert into catalog.comic_weekday (comic_id, weekday, latest_at, adult)
select distinct c.id, day, c.latest_at, c.age_rating = '18'
from catalog.comic c cross join unnest(catalog.comic_weekdays(c.weekdays, c.latest_at)) day
where c.online and c.cover is not null and c.status = 'serial' and c.latest_at is not null;

-- Each order of a listing once more, with the comics marked 18.
create index comic_by_update_adult on catalog.comic (latest_at desc, id desc) where online and cover is not null;
create index comic_by_status_adult on catalog.comic (status, latest_at desc, id desc) where online and cover is not null;
create index comic_free_by_update_adult on catalog.comic (latest_at desc, id desc)
  where online and cover is not null and all_free;
create index comic_by_creation_adult on catalog.comic (created_at desc, id desc) where online and cover is not null;
