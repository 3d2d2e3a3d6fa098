-- What readers do with comics. Readers, comics and chapters are named by number alone: what happens to them elsewhere must
-- not wait for what is counted here, nor the other way round.
create schema if not exists reading;

-- Who read which chapter on which day (Asia/Shanghai), so that it counts once. Dropped soon after its day.
create table reading.view (
  day date not null,
  chapter_id bigint not null,
  reader_id bigint not null,
  primary key (day, chapter_id, reader_id)
);

-- Views by day: kept for good.
create table reading.comic_day (
  day date not null,
  comic_id bigint not null,
  views bigint not null,
  primary key (day, comic_id)
) with (fillfactor = 70);

-- A ranking is taken every few minutes, whole; readers who are half way down an older one go on in it.
create table reading.ranking_snapshot (
  id bigint generated always as identity primary key,
  -- The last day it counts.
  day date not null,
  -- How a day ended: what the next one is compared with. Nobody is shown it.
  closing boolean not null,
  taken_at timestamptz(3) not null,
  -- When the next one is due.
  due_at timestamptz(3) not null
);

create table reading.ranking (
  snapshot_id bigint not null references reading.ranking_snapshot on delete cascade,
  type text not null check (type in ('day', 'week', 'month', 'total', 'favorite')),
  -- '' = of every genre.
  genre text not null,
  -- By rank, all three of one length; before = the rank at the end of the day before, null for who was in none.
  comics bigint[] not null,
  scores bigint[] not null,
  before integer[] not null,
  primary key (snapshot_id, type, genre),
  check (cardinality(comics) = cardinality(scores) and cardinality(comics) = cardinality(before))
);
