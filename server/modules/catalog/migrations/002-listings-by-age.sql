-- Listings leave out what an audience may not see before they are cut, for readers in 青少年模式 (up to 12) too.
create function catalog.from_age(rating text) returns smallint language sql immutable
  return case rating when 'all' then 0 else rating::smallint end;
comment on function catalog.from_age is 'From which age on readers are shown a comic of this rating.';

create index comic_by_update_teen on catalog.comic (latest_at desc, id desc)
  where online and cover is not null and age_rating in ('all', '12');
create index comic_by_status_teen on catalog.comic (status, latest_at desc, id desc)
  where online and cover is not null and age_rating in ('all', '12');
create index comic_free_by_update_teen on catalog.comic (latest_at desc, id desc)
  where online and cover is not null and age_rating in ('all', '12') and all_free;
create index comic_by_creation_teen on catalog.comic (created_at desc, id desc)
  where online and cover is not null and age_rating in ('all', '12');

alter table catalog.comic_genre add column from_age smallint;
update catalog.comic_genre g set from_age = catalog.from_age(c.age_rating) from catalog.comic c where c.id = g.comic_id;
alter table catalog.comic_genre alter column from_age set not null, drop column adult;

alter table catalog.comic_weekday add column from_age smallint;
update catalog.comic_weekday w set from_age = catalog.from_age(c.age_rating) from catalog.comic c where c.id = w.comic_id;
drop index catalog.comic_weekday_by_update, catalog.comic_weekday_by_update_adult;
alter table catalog.comic_weekday alter column from_age set not null, drop column adult;
create index comic_weekday_by_update on catalog.comic_weekday (weekday, latest_at desc, comic_id desc)
  where from_age <= 16;
create index comic_weekday_by_update_teen on catalog.comic_weekday (weekday, latest_at desc, comic_id desc)
  where from_age <= 12;
create index comic_weekday_by_update_adult on catalog.comic_weekday (weekday, latest_at desc, comic_id desc);

drop table catalog.genre_tally;
create table catalog.genre_tally (
  genre text not null,
  from_age smallint not null,
  comics integer not null
);
comment on table catalog.genre_tally is
  'How many comics of each age rating a genre has, as a sum over rows. Rows are only ever added, so that two imports never wait for each other; the app sums them up now and then.';
insert into catalog.genre_tally (genre, from_age, comics)
select genre, from_age, count(*) from catalog.comic_genre group by genre, from_age;

create or replace function catalog.update_comic_genres() returns trigger language plpgsql as $$
declare
  listed text[] := '{}';
begin
  if new.online and new.cover is not null and new.latest_at is not null then
    listed := array(select distinct genre from unnest(new.genres) genre where length(genre) <= 40);
  end if;
  delete from catalog.comic_genre
  where comic_id = new.id and (genre <> all(listed) or from_age <> catalog.from_age(new.age_rating));
  insert into catalog.comic_genre as stored (comic_id, genre, latest_at, from_age)
  select new.id, genre, new.latest_at, catalog.from_age(new.age_rating) from unnest(listed) genre
  on conflict (comic_id, genre) do update set latest_at = excluded.latest_at
    where stored.latest_at <> excluded.latest_at;
  return null;
end $$;

create or replace function catalog.tally_genres() returns trigger language plpgsql as $$
begin
  insert into catalog.genre_tally (genre, from_age, comics)
  select genre, from_age, case tg_op when 'INSERT' then 1 else -1 end * count(*) from changed group by genre, from_age;
  return null;
end $$;

create or replace function catalog.update_comic_weekdays() returns trigger language plpgsql as $$
declare
  days smallint[] := '{}';
begin
  if new.online and new.cover is not null and new.status = 'serial' and new.latest_at is not null then
    days := catalog.comic_weekdays(new.weekdays, new.latest_at);
  end if;
  delete from catalog.comic_weekday where comic_id = new.id and weekday <> all(days);
  insert into catalog.comic_weekday as stored (comic_id, weekday, latest_at, from_age)
  select distinct new.id, day, new.latest_at, catalog.from_age(new.age_rating) from unnest(days) day
  on conflict (comic_id, weekday) do update set latest_at = excluded.latest_at, from_age = excluded.from_age;
  return null;
end $$;
