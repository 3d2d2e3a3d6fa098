-- The sandbox is a channel in the process of the shop now. Its trades and payments go on in the tables of the shop.
insert into shop.sandbox_trade (order_no, cashier_key, state)
select order_no, cashier_key, t.state from sandbox.trade t join shop.topup_order o on o.no = t.order_no;

insert into shop.sandbox_transaction (id, order_no, amount, at, tell_at)
select t.id, order_no, t.cash_fen, t.paid_at, n.try_at
from sandbox.transaction t join shop.sandbox_trade using (order_no)
left join sandbox.notification n on n.try_at is not null and n.body::jsonb -> 'payment' ->> 'transactionId' = t.id;

insert into shop.sandbox_transaction (id, order_no, refund_of, amount, at)
select r.refund_no, p.order_no, p.id, r.cash_fen, r.at
from sandbox.refund r join shop.sandbox_transaction p on p.id = r.transaction_id;

drop schema sandbox cascade;
