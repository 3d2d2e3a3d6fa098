create schema sandbox;
comment on schema sandbox is
  'A little gateway of payments of our own, for trying everything without money. It knows orders by their numbers alone, as a real gateway does.';

create table sandbox.key (
  name text primary key constraint key_name check (name in ('gateway', 'merchant')),
  private_key text not null,
  public_key text not null
);
comment on table sandbox.key is 'The RSA keys of both sides, in PEM; made when they are first needed.';

create table sandbox.trade (
  order_no text primary key,
  cashier_key text not null unique,
  title text not null,
  cash_fen bigint not null constraint trade_cash_positive check (cash_fen > 0),
  return_url text not null,
  state text not null constraint trade_state check (state in ('open', 'paid', 'closed')),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
comment on column sandbox.trade.cashier_key is 'Opens the page on which it is paid.';

create table sandbox.transaction (
  id text primary key,
  order_no text not null references sandbox.trade,
  cash_fen bigint not null,
  paid_at timestamptz(3) not null
);
comment on table sandbox.transaction is 'Money that never moved. Whoever pays twice makes two.';
create index transaction_by_order on sandbox.transaction (order_no);
create index transaction_by_time on sandbox.transaction (paid_at);

create table sandbox.refund (
  refund_no text primary key,
  transaction_id text not null references sandbox.transaction,
  cash_fen bigint not null constraint refund_cash_positive check (cash_fen > 0),
  at timestamptz(3) not null
);
create index refund_by_transaction on sandbox.refund (transaction_id);

create table sandbox.notification (
  id bigint generated always as identity primary key,
  body text not null,
  tries int not null default 0,
  try_at timestamptz(3)
);
comment on table sandbox.notification is 'What the shop is to be told; signed when it is sent.';
comment on column sandbox.notification.try_at is 'Null = the shop has it, or never answered.';
create index notification_to_try on sandbox.notification (try_at) where try_at is not null;
