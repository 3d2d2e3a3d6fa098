create table shop.sandbox_trade (
  order_no text primary key references shop.topup_order (no),
  cashier_key text not null constraint sandbox_trade_once_a_key unique,
  state text not null constraint sandbox_trade_state check (state in ('open', 'paid', 'closed'))
);
comment on table shop.sandbox_trade is
  'An order at the sandbox, the channel that takes no money. What it does not hold stands in the order.';
comment on column shop.sandbox_trade.cashier_key is
  'Random; part of the address of the page on which the order is paid. Without it nobody can pay the order.';

create table shop.sandbox_transaction (
  id text primary key,
  order_no text not null references shop.sandbox_trade,
  refund_of text references shop.sandbox_transaction,
  amount bigint not null constraint sandbox_transaction_amount_positive check (amount > 0),
  at timestamptz(3) not null,
  tell_at timestamptz(3)
);
comment on table shop.sandbox_transaction is
  'Payments and refunds at the sandbox, from which its bills are made. An order that is paid twice has two payments.';
comment on column shop.sandbox_transaction.id is 'The number of the transaction, or of the refund.';
comment on column shop.sandbox_transaction.refund_of is 'The payment that is given back; null where this is a payment.';
comment on column shop.sandbox_transaction.tell_at is
  'When the shop is told of the payment unless it knows by then; null = it knows, or is never told.';
create index sandbox_transaction_by_order on shop.sandbox_transaction (order_no);
create index sandbox_transaction_to_tell on shop.sandbox_transaction (tell_at) where tell_at is not null;
