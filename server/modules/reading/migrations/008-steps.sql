create table reading.step_day (
  day date not null,
  comic_id bigint not null,
  step text not null constraint step_day_step check (step in ('seen', 'panel', 'finished', 'finished-bought')),
  readers bigint not null,
  primary key (day, comic_id, step)
);
comment on table reading.step_day is
  'How far readers came with chapters that cost something, and how many chapters were read to the end. Counts only; deleted once the day is totalled.';
comment on column reading.step_day.readers is
  'A reader counts once a chapter and day on a node; after a restart of it, or on another node, possibly once more.';
