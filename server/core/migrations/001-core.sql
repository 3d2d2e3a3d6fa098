create table public.rate_limit (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
comment on table public.rate_limit is
  'Counters of rate limits where several app nodes share one database. rate-limiter-flexible defines these columns.';
