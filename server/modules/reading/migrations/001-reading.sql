create schema reading;
comment on schema reading is
  'What readers do with comics: libraries, progress, views and rankings. Readers are numbers here, and so are comics and chapters where their changes must not wait for what is counted.';

create table reading.library (
  reader_id bigint primary key,
  news_at timestamptz not null default '-infinity',
  counts boolean not null default false
);
comment on table reading.library is
  'A reader with entries. Locked before several entries of it are changed, so that two changes cannot deadlock.';
comment on column reading.library.news_at is 'The entries know all news of comics (catalog.comic_news.news_at) up to here.';
comment on column reading.library.counts is
  'Whether the favourites of this reader count in rankings: they have credentials, or have read.';

create table reading.entry (
  reader_id bigint not null references reading.library on delete cascade,
  comic_id bigint not null references catalog.comic on delete cascade,
  subscribed_at timestamptz(3),
  favorited_at timestamptz(3),
  owned_at timestamptz(3),
  read_at timestamptz(3),
  chapter_id bigint,
  seen_at timestamptz(3) not null,
  latest_at timestamptz(3),
  favorite_counts boolean not null default false,
  age smallint not null,
  activity_at timestamptz(3) not null generated always as (
    greatest(subscribed_at, favorited_at, owned_at, read_at, case when subscribed_at is not null then latest_at end)
  ) stored,
  primary key (reader_id, comic_id),
  check ((read_at is null) = (chapter_id is null))
);
comment on table reading.entry is 'One comic in one reader''s library: subscribed, favourited, owned or read.';
comment on column reading.entry.favorite_counts is
  'Whether the favourite was among the few of its day that one address may add to a comic.';
comment on column reading.entry.read_at is 'When the comic was last read; the place is in reading.place.';
comment on column reading.entry.chapter_id is 'The chapter last read.';
comment on column reading.entry.seen_at is 'Later publications are unread.';
comment on column reading.entry.latest_at is
  'The comic''s latest publication, as of library.news_at; null while nobody may see the comic.';
comment on column reading.entry.age is 'Readers below this age do not see it.';
comment on column reading.entry.activity_at is
  'A new chapter moves a comic up for subscribers; for others only what they do themselves.';
create index entry_by_comic on reading.entry (comic_id);
-- One index for each order of a library, with visible comics only: a page is a short scan, however long the list.
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
create index entry_unread on reading.entry (reader_id, age)
  where latest_at > seen_at and subscribed_at is not null;
comment on index reading.entry_unread is 'The client requests the number of unread comics at every start.';
create index entry_favorite_counts on reading.entry (comic_id, reader_id)
  where favorited_at is not null and favorite_counts;

create table reading.place (
  reader_id bigint not null,
  comic_id bigint not null,
  chapter_id bigint not null,
  page integer not null check (page >= 0),
  page_offset double precision not null check (page_offset between 0 and 1),
  at timestamptz(3) not null,
  finished boolean not null,
  primary key (reader_id, comic_id, chapter_id),
  foreign key (reader_id, comic_id) references reading.entry on delete cascade
);
comment on table reading.place is 'Where a reader is in a chapter.';
comment on column reading.place.page_offset is 'How far down the page, 0 to 1 of its height.';
comment on column reading.place.at is 'When it was read, by the server''s clock: the newest wins, whichever device reports last.';
comment on column reading.place.finished is 'Stays true wherever the reader goes back to.';

create table reading.view (
  day date not null,
  chapter_id bigint not null,
  reader_id bigint not null,
  primary key (day, chapter_id, reader_id)
);
comment on table reading.view is
  'Who read which chapter on which day (Asia/Shanghai), so that it counts once. Deleted soon after the day.';

create table reading.comic_day (
  day date not null,
  comic_id bigint not null,
  views bigint not null,
  primary key (day, comic_id)
) with (fillfactor = 70);
comment on table reading.comic_day is 'Views by day, kept for good.';

create table reading.address_key (
  day date primary key,
  key bytea not null
);
comment on table reading.address_key is
  'The key that addresses are hashed with on one day (Asia/Shanghai). Deleted with the hashes one day after its day.';

create table reading.address_day (
  day date not null,
  address bytea not null,
  comic_id bigint not null,
  readers bigint[] not null check (cardinality(readers) between 1 and 3),
  primary key (day, address, comic_id)
);
comment on table reading.address_day is 'Which readers count in the rankings of a comic from one address on one day.';

create table reading.ranking_snapshot (
  id bigint generated always as identity primary key,
  day date not null,
  closing boolean not null,
  taken_at timestamptz(3) not null,
  due_at timestamptz(3) not null
);
comment on table reading.ranking_snapshot is
  'All rankings, taken together every few minutes; a reader half way down an older one continues in that.';
comment on column reading.ranking_snapshot.day is 'The last day it counts.';
comment on column reading.ranking_snapshot.closing is 'Taken at the end of a day, to compare the next day with; never shown.';
comment on column reading.ranking_snapshot.due_at is 'When the next one is due.';

create table reading.ranking (
  snapshot_id bigint not null references reading.ranking_snapshot on delete cascade,
  type text not null check (type in ('day', 'week', 'month', 'total', 'favorite')),
  genre text not null,
  adult boolean not null default false,
  comics bigint[] not null,
  scores bigint[] not null,
  before integer[] not null,
  primary key (snapshot_id, type, genre, adult),
  check (cardinality(comics) = cardinality(scores) and cardinality(comics) = cardinality(before))
);
comment on column reading.ranking.genre is 'Empty for all genres.';
comment on column reading.ranking.adult is
  'For readers of age; only stored where it differs, that is where a comic rated 18 is in it.';
comment on column reading.ranking.comics is 'By rank; scores and before have the same length.';
comment on column reading.ranking.before is 'The ranks at the end of the day before; null for comics that had none.';
