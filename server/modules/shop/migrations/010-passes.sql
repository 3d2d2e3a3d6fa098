-- Orders of 月卡: days instead of coins.
alter table shop.topup_order
  add column pass_days integer not null default 0,
  drop constraint topup_order_coins_positive,
  add constraint topup_order_pass_days check (pass_days between 0 and 3660),
  add constraint topup_order_coins_or_pass check ((coins > 0) <> (pass_days > 0)),
  add constraint topup_order_pass_without_bonus check (pass_days = 0 or (bonus = 0 and first_bonus = 0));
comment on column shop.topup_order.pass_days is
  'Days of 月卡 that were bought; 0 = coins were. What was granted is in membership.pass_grant under order:{no}.';

alter table shop.refund
  add column pass_days integer not null default 0 constraint refund_pass_days_not_negative check (pass_days >= 0);
comment on column shop.refund.pass_days is
  'Days of 月卡 that it takes back, which had not begun; in membership.pass_taking under refund:{no}.';
