comment on schema membership is
  'What readers may read without buying it: chapters opened by 等就免费, and the days of 月卡.';

create table membership.pass_grant (
  id bigint generated always as identity primary key,
  reader_id bigint,
  key text not null constraint pass_grant_once_by_key unique,
  source text not null constraint pass_grant_source check (source in ('order', 'code', 'staff', 'move')),
  days integer not null constraint pass_grant_days check (days between 1 and 3660),
  price_fen bigint not null constraint pass_grant_price_not_negative check (price_fen >= 0),
  starts_on date not null,
  taken_days integer not null default 0 constraint pass_grant_taken check (taken_days between 0 and days),
  granted_at timestamptz(3) not null
);
comment on table membership.pass_grant is
  'Days of 月卡 that a reader got, one after another: a grant starts on the day after the one before it ends.';
comment on column membership.pass_grant.reader_id is 'Null once the reader is erased.';
comment on column membership.pass_grant.key is 'What the days are for, so that they are granted once.';
comment on column membership.pass_grant.source is
  'order: bought here; code: by a redeem code; staff: given; move: taken from another grant and given again.';
comment on column membership.pass_grant.price_fen is 'What was paid for all days.';
comment on column membership.pass_grant.starts_on is
  'The first day (Asia/Shanghai). It moves to an earlier one if days before it are taken back.';
comment on column membership.pass_grant.taken_days is 'Days at its end that were taken back. Only days that had not begun.';
create index pass_grant_by_reader on membership.pass_grant (reader_id, starts_on);

create table membership.pass_taking (
  id bigint generated always as identity primary key,
  grant_id bigint not null references membership.pass_grant,
  key text not null constraint pass_taking_once_by_key unique,
  days integer not null constraint pass_taking_days_positive check (days > 0),
  price_fen bigint not null constraint pass_taking_price_not_negative check (price_fen >= 0),
  at timestamptz(3) not null
);
comment on table membership.pass_taking is 'Days of a grant that were taken back before they began.';
comment on column membership.pass_taking.price_fen is 'The part of the price for these days.';
create index pass_taking_by_grant on membership.pass_taking (grant_id);
