-- What a channel takes in its own currency, beside the price in fen, by which readers are counted.
alter table shop.topup_order add column amount bigint;
update shop.topup_order set amount = cash_fen;
alter table shop.topup_order
  alter column amount set not null,
  add constraint topup_order_amount_positive check (amount > 0),
  add constraint topup_order_amount_of_yuan check (currency <> 'CNY' or amount = cash_fen);
comment on column shop.topup_order.cash_fen is
  'The price in the list, in fen, whatever the channel takes: limits, growth and the cost of the coins count by it.';
comment on column shop.topup_order.amount is
  'What the channel takes, in the smallest unit of its currency, as ISO 4217 has it: 149 are 1.49 USD, or 149 JPY.';

alter table shop.payment rename column cash_fen to amount;
alter table shop.payment rename column refunded_fen to refunded;
alter table shop.payment rename constraint payment_cash_positive to payment_amount_positive;
comment on column shop.payment.amount is 'In the smallest unit of its currency, as are its refunds.';

alter table shop.refund rename column cash_fen to amount;
alter table shop.refund rename constraint refund_cash_positive to refund_amount_positive;
alter table shop.refund add column cash_fen bigint not null default 0;
update shop.refund set cash_fen = amount where takes_back;
alter table shop.refund
  drop constraint refund_share_not_negative,
  add constraint refund_share_not_negative check (coins >= 0 and bonus >= 0 and cash_fen >= 0);
comment on column shop.refund.amount is 'In the smallest unit of the currency of the payment.';
comment on column shop.refund.cash_fen is
  'The share of the price in the list that this money stands for, which is taken off the growth; 0 unless it takes back.';

-- One account may take several currencies: no sums are kept across them.
alter table shop.bill drop column paid_fen, drop column refunded_fen, drop column fee_fen;
alter table shop.bill_line rename column cash_fen to amount;
alter table shop.bill_line rename column fee_fen to fee;
alter table shop.bill_line add column currency text not null default 'CNY'
  constraint bill_line_currency check (currency ~ '^[A-Z]{3}$');
alter table shop.bill_line alter column currency drop default;
comment on column shop.bill_line.fee is 'What the channel kept for itself, in the currency of the payment.';

alter table shop.bill_difference rename column our_fen to our_amount;
alter table shop.bill_difference rename column their_fen to their_amount;
alter table shop.bill_difference add column currency text not null default 'CNY';
alter table shop.bill_difference
  alter column currency drop default,
  drop constraint bill_difference_once,
  add constraint bill_difference_once primary key (channel, day, kind, no, currency);
