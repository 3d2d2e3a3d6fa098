-- Operators take comics and chapters off, and what they set by hand no import sets otherwise.
alter table catalog.comic
  add column deleted_at timestamptz(3),
  add column set_by_hand text[] not null default '{}',
  add constraint comic_deleted_is_offline check (deleted_at is null or not online);
comment on column catalog.comic.deleted_at is
  'In the trash since then, and offline. The row stays when the trash is emptied, so that no import brings it back.';
comment on column catalog.comic.set_by_hand is 'The columns that an operator has set: an import leaves these alone.';

alter table catalog.chapter
  add column online boolean not null default true,
  add column deleted_at timestamptz(3),
  add column set_by_hand text[] not null default '{}',
  add constraint chapter_deleted_is_offline check (deleted_at is null or not online);
comment on column catalog.chapter.online is 'False = shown to nobody but those who own it.';
comment on column catalog.chapter.deleted_at is
  'In the trash since then, and offline. Without pages where the trash was emptied; the row stays, so that no import brings it back.';
comment on column catalog.chapter.set_by_hand is 'As for comics.';
create index chapter_set_by_hand on catalog.chapter (comic_id) where set_by_hand <> '{}';
create index chapter_deleted on catalog.chapter (deleted_at) where deleted_at is not null;

create or replace function catalog.comic_facts(comic bigint, at timestamptz)
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
    from catalog.chapter where comic_id = comic and online
  ) c cross join (
    select coalesce(bool_or(starts_at <= at and ends_at > at), false) as running,
      greatest(max(starts_at) filter (where starts_at <= at), max(ends_at) filter (where ends_at <= at)) as turned_at,
      least(min(starts_at) filter (where starts_at > at), min(ends_at) filter (where ends_at > at)) as turns_at
    from catalog.promotion_comic where comic_id = comic and percent = 0
  ) p
$$;
