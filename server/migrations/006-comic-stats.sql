-- How often a comic was read and how many readers keep it: counts that move all the time. They lie apart from the comic, so
-- that its row, its indexes and what is kept of it in memory stay untouched, and nobody is told of them.
create table catalog.comic_stats (
  comic_id bigint primary key references catalog.comic on delete cascade,
  views bigint not null default 0,
  subscribers bigint not null default 0,
  favorites bigint not null default 0
) with (fillfactor = 70);
