create table figures.hour (
  day date not null,
  hour smallint not null check (hour between 1 and 23),
  at timestamptz(3) not null,
  readers bigint not null,
  new_readers bigint not null,
  registered bigint not null,
  views bigint not null,
  buyers bigint not null,
  unlocks bigint not null,
  coins bigint not null,
  payers bigint not null,
  topups bigint not null,
  cash_fen bigint not null,
  refunded_fen bigint not null,
  primary key (day, hour)
);
comment on table figures.hour is
  'What the totals of a day had reached when so many hours of it (Asia/Shanghai) had passed. Readers are distinct readers of the day so far.';
comment on column figures.hour.at is 'When it was noted: within ten minutes after the hour. Other hours are missing.';
