-- Codes that give days of 月卡.
alter table rewards.redeem_batch
  add column pass_days integer not null default 0
    constraint redeem_batch_pass_days check (pass_days between 0 and 3660),
  drop constraint redeem_batch_brings_something,
  add constraint redeem_batch_brings_something check (coins + bonus + tickets + pass_days > 0),
  drop constraint redeem_batch_price_of_coins,
  add constraint redeem_batch_sells_one_thing check (coins = 0 or pass_days = 0),
  add constraint redeem_batch_price_of_sold check (
    price_fen >= 0 and case when coins > 0 then price_fen > 0 else price_fen = 0 or pass_days > 0 end);
comment on column rewards.redeem_batch.pass_days is
  'Days of 月卡 that one code brings. They are in membership.pass_grant under redeem:<id of the code>.';
comment on column rewards.redeem_batch.price_fen is
  'The money for which a code with coins or days of 月卡 is sold elsewhere; 0 = the days are given.';
