alter table figures.comic_day
  add column seen bigint not null default 0,
  add column panels bigint not null default 0,
  add column finished bigint not null default 0,
  add column finished_bought bigint not null default 0;
comment on column figures.comic_day.seen is
  'Chapters that had to be bought and were reached, once a reader and chapter; 0 on days that were closed before the column, as in the next ones.';
comment on column figures.comic_day.panels is 'Of these, how often it was opened to buy it.';
comment on column figures.comic_day.finished is 'Chapters read to their end, of all that were opened (`views`).';
comment on column figures.comic_day.finished_bought is 'Of these, the bought ones.';

alter table figures.day
  add column seen bigint not null default 0,
  add column panels bigint not null default 0,
  add column finished bigint not null default 0,
  add column finished_bought bigint not null default 0,
  add column week_readers bigint,
  add column month_readers bigint;
comment on column figures.day.week_readers is
  'How many readers used the site in the seven days up to the end of this one, with or without views; null if it was not counted soon after the day.';
comment on column figures.day.month_readers is 'The same of thirty days.';
