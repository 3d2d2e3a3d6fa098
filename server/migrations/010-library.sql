-- What a reader keeps, and where it reads. Readers are known by their number alone: who they are is the account's matter.
create schema if not exists reading;

-- When what a shelf keeps of a comic (its latest publication, whether it is to be seen, for whom) last changed, by the
-- clock of the database: a shelf then takes in what is new to it and looks at nothing else.
alter table catalog.comic add column news_at timestamptz not null default clock_timestamp();
create index comic_by_news on catalog.comic (news_at);
create function catalog.note_news() returns trigger language plpgsql as $$
begin
  new.news_at := clock_timestamp();
  return new;
end $$;
create trigger comic_news before update on catalog.comic for each row
  when ((old.latest_at, old.online, old.cover is null, old.age_rating)
    is distinct from (new.latest_at, new.online, new.cover is null, new.age_rating))
  execute function catalog.note_news();

-- A reader that keeps anything. Whoever changes several entries of it locks this row first, so that two never wait in a ring.
create table reading.library (
  reader_id bigint primary key,
  -- Up to here (catalog.comic.news_at) its entries know what is new.
  news_at timestamptz not null default '-infinity'
);

-- One comic in one reader's library: subscribed, favourited, owned or being read.
create table reading.entry (
  reader_id bigint not null references reading.library on delete cascade,
  comic_id bigint not null references catalog.comic on delete cascade,
  subscribed_at timestamptz(3),
  favorited_at timestamptz(3),
  owned_at timestamptz(3),
  -- The last reading: when, and which chapter. Its place is in reading.place.
  read_at timestamptz(3),
  chapter_id bigint,
  -- Publications up to then were there to be seen when the reader last looked.
  seen_at timestamptz(3) not null,
  -- The comic's latest publication as the shelf last heard; null while the comic is not to be seen by anybody.
  latest_at timestamptz(3),
  -- Readers below this age do not see it.
  age smallint not null,
  -- A new chapter moves a comic up for those who follow it; for others only what they do themselves.
  activity_at timestamptz(3) not null generated always as (
    greatest(subscribed_at, favorited_at, owned_at, read_at, case when subscribed_at is not null then latest_at end)
  ) stored,
  primary key (reader_id, comic_id),
  check ((read_at is null) = (chapter_id is null))
);
create index entry_by_comic on reading.entry (comic_id);
-- Each order of a library, with only the comics that are to be seen: a page is a short walk, however long the list.
create index entry_by_activity on reading.entry (reader_id, activity_at desc, comic_id desc) where latest_at is not null;
create index entry_with_news on reading.entry (reader_id, activity_at desc, comic_id desc) where latest_at > seen_at;
create index entry_owned on reading.entry (reader_id, activity_at desc, comic_id desc)
  where latest_at is not null and owned_at is not null;
create index entry_subscribed on reading.entry (reader_id, latest_at desc, comic_id desc)
  where latest_at is not null and subscribed_at is not null;
create index entry_favorited on reading.entry (reader_id, favorited_at desc, comic_id desc)
  where latest_at is not null and favorited_at is not null;
create index entry_read on reading.entry (reader_id, read_at desc, comic_id desc)
  where latest_at is not null and read_at is not null;

-- Where a reader is in a chapter. `at` is the server's time of the reading: the newest wins, whichever device tells last.
create table reading.place (
  reader_id bigint not null,
  comic_id bigint not null,
  chapter_id bigint not null,
  page integer not null check (page >= 0),
  -- How far down the page, 0 to 1 of its height.
  page_offset double precision not null check (page_offset between 0 and 1),
  at timestamptz(3) not null,
  -- Once read to its end a chapter stays read, wherever the reader goes back to.
  finished boolean not null,
  primary key (reader_id, comic_id, chapter_id),
  foreign key (reader_id, comic_id) references reading.entry on delete cascade
);
