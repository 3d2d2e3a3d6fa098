create schema figures;
comment on schema figures is
  'Totals of whole days (Asia/Shanghai), kept for good. Nothing here names a reader; comics and chapters are numbers, also after they are gone.';

create table figures.day (
  day date primary key,
  computed_at timestamptz(3) not null,
  closed boolean not null
);
comment on table figures.day is 'The days whose totals are here. Locked before the totals of a day are replaced.';
comment on column figures.day.closed is
  'What was written late is in too: the totals no longer change. All days up to the latest closed one are closed.';

create table figures.source_day (
  day date not null references figures.day,
  position smallint not null,
  source text,
  readers bigint not null,
  new_readers bigint not null,
  views bigint not null,
  buyers bigint not null,
  unlocks bigint not null,
  coins bigint not null,
  bonus bigint not null,
  tickets bigint not null,
  payers bigint not null,
  topups bigint not null,
  cash_fen bigint not null,
  primary key (day, position)
);
comment on table figures.source_day is
  'By where readers came from at first (`u`). A reader has one source, so that the rows of a day add up to the site''s totals.';
comment on column figures.source_day.position is 'Largest first.';
comment on column figures.source_day.source is
  'Empty for readers without one; null for all sources together that were too small to be kept: anybody can make sources up.';
comment on column figures.source_day.readers is 'How many readers had views.';
comment on column figures.source_day.new_readers is 'How many began on this day, with or without views.';
comment on column figures.source_day.buyers is 'How many readers unlocked chapters.';
comment on column figures.source_day.payers is 'How many readers topped up.';

create table figures.comic_day (
  day date not null references figures.day,
  comic_id bigint not null,
  readers bigint not null,
  views bigint not null,
  unlocks bigint not null,
  coins bigint not null,
  bonus bigint not null,
  tickets bigint not null,
  primary key (day, comic_id)
);
create index comic_day_by_comic on figures.comic_day (comic_id, day);

create table figures.chapter_day (
  day date not null references figures.day,
  chapter_id bigint not null,
  comic_id bigint not null,
  views bigint not null,
  unlocks bigint not null default 0,
  coins bigint not null default 0,
  bonus bigint not null default 0,
  tickets bigint not null default 0,
  primary key (day, chapter_id)
);
comment on column figures.chapter_day.views is 'A reader counts once a chapter and day: these are its readers too.';

create table figures.cohort_day (
  day date not null references figures.day,
  days_later smallint not null check (days_later between 0 and 30),
  readers bigint not null,
  primary key (day, days_later)
);
comment on table figures.cohort_day is
  'How many of the readers with views on a day had begun so many days before; 0 = on that very day.';
