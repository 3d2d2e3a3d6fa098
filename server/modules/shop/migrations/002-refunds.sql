-- Refunds of what was granted, in parts or whole, by an operator or by a dispute that the payer opened.
alter table shop.payment
  add column refunded_fen bigint not null default 0,
  add constraint payment_refunded_within check (refunded_fen between 0 and cash_fen);
comment on column shop.payment.refunded_fen is 'The sum of its refunds but the failed ones: together they never exceed it.';
update shop.payment p set refunded_fen = r.fen
from (select payment_id, sum(cash_fen) as fen from shop.refund where state <> 'failed' group by payment_id) r
where r.payment_id = p.id;

alter table shop.topup_order
  add column coins_back bigint not null default 0,
  add column bonus_back bigint not null default 0,
  add column unanswered_at timestamptz(3),
  add constraint topup_order_coins_back_within check (coins_back between 0 and coins),
  add constraint topup_order_bonus_back_within check (bonus_back between 0 and coalesce(granted_bonus, 0)),
  add constraint topup_order_back_of_granted check (granted_at is not null or coins_back = 0);
comment on column shop.topup_order.coins_back is 'The coins for which its refunds stand, the failed ones apart: never more than were granted.';
comment on column shop.topup_order.bonus_back is 'The same of the bonus.';
comment on column shop.topup_order.unanswered_at is
  'When its channel did not say how to pay it: nobody can pay it until it is asked again. Null once it has answered.';

alter table shop.refund
  add column takes_back boolean not null default false,
  add column coins bigint not null default 0,
  add column bonus bigint not null default 0,
  add column taken_coins bigint not null default 0,
  add column taken_bonus bigint not null default 0,
  add column debt bigint not null default 0,
  add column actor text,
  add column note text,
  drop constraint refund_reason,
  add constraint refund_reason check (reason in ('paid-twice', 'reader-gone', 'operator', 'dispute')),
  drop constraint refund_tried_while_pending,
  add constraint refund_tried_while_pending check ((state = 'pending' and reason <> 'dispute') = (try_at is not null)),
  add constraint refund_share_not_negative check (coins >= 0 and bonus >= 0),
  add constraint refund_taken_within check (
    taken_coins >= 0 and taken_bonus >= 0 and debt >= 0 and taken_coins + taken_bonus + debt <= coins + bonus),
  add constraint refund_explained check (reason <> 'operator' or (actor <> '' and note <> '' and actor is not null and note is not null));
comment on column shop.refund.takes_back is 'Whether the reader gives back what was granted for this money.';
comment on column shop.refund.coins is 'The share of the granted coins that this money stands for; 0 unless it takes back.';
comment on column shop.refund.bonus is 'The same of the bonus.';
comment on column shop.refund.taken_coins is 'What was there to be taken; in the ledger under refund:{no}.';
comment on column shop.refund.debt is 'What was spent already, and is owed.';
comment on column shop.refund.actor is 'Who asked for it, and why, in note.';
comment on column shop.refund.reason is
  'paid-twice, reader-gone: a surplus payment; operator: by hand; dispute: the payer''s bank has taken the money, or may: pending while it is open, done where it is lost, failed where it is won.';
