create table wallet.alone_limit (
  id boolean primary key default true constraint alone_limit_single check (id),
  once bigint not null constraint alone_limit_once check (once >= 0),
  day bigint not null constraint alone_limit_day check (day >= once)
);
comment on table wallet.alone_limit is
  'What one member of staff may give alone, in coins; more waits for a second person. Without a row the defaults of the program.';
comment on column wallet.alone_limit.once is 'An adjustment or a batch of redeem codes.';
comment on column wallet.alone_limit.day is 'The adjustments of a day, and apart from them the batches of a day.';
