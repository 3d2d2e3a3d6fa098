create schema shop;
comment on schema shop is
  'Top-up orders: what readers bought for cash, what the channels of payment said, and what was given back. The coins are in the ledger of the wallet.';

create table shop.topup_order (
  id bigint generated always as identity primary key,
  no text not null constraint topup_order_once_a_number unique
    constraint topup_order_number check (no ~ '^[0-9A-Za-z_-]{6,32}$'),
  reader_id bigint references account.reader on delete set null,
  key text,
  request bytea not null constraint topup_order_request_hash check (length(request) = 32),
  package_id bigint not null,
  title text not null,
  cash_fen bigint not null constraint topup_order_cash_positive check (cash_fen > 0),
  currency text not null constraint topup_order_currency check (currency ~ '^[A-Z]{3}$'),
  coins bigint not null constraint topup_order_coins_positive check (coins > 0),
  bonus bigint not null constraint topup_order_bonus_not_negative check (bonus >= 0),
  first_bonus bigint not null constraint topup_order_first_bonus_not_negative check (first_bonus >= 0),
  granted_bonus bigint,
  channel text not null,
  scene text not null constraint topup_order_scene check (scene in ('pc', 'mobile', 'wechat')),
  back text not null,
  reference text,
  next jsonb,
  state text not null constraint topup_order_state check (state in ('created', 'paid', 'granted', 'closed', 'refunded')),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  paid_at timestamptz(3),
  granted_at timestamptz(3),
  closed_at timestamptz(3),
  queried_at timestamptz(3),
  looks int not null default 0,
  look_at timestamptz(3),
  constraint topup_order_once_a_key unique (reader_id, key),
  constraint topup_order_expires_later check (expires_at > created_at),
  constraint topup_order_paid_at check (state not in ('paid', 'granted', 'refunded') or paid_at is not null),
  constraint topup_order_granted check (
    (granted_at is null) = (granted_bonus is null) and (state <> 'granted' or granted_at is not null)
    and (granted_at is null or state in ('granted', 'refunded'))),
  constraint topup_order_granted_bonus check (granted_bonus in (bonus, bonus + first_bonus))
) with (fillfactor = 80);
comment on table shop.topup_order is
  'One purchase of coins. Stored before its channel is called; whatever changes it locks the reader first, then this row.';
comment on column shop.topup_order.no is 'What the channel and the reader call it.';
comment on column shop.topup_order.reader_id is 'Null once the reader is erased: records of money stay, without a name.';
comment on column shop.topup_order.key is 'Made by the client for one act of the reader; null after a merge or an erasure.';
comment on column shop.topup_order.request is 'SHA-256 of the request: the same key for another request is refused.';
comment on column shop.topup_order.package_id is 'What was sold, as the editor numbered it; the columns that follow are as it was then.';
comment on column shop.topup_order.first_bonus is 'Bonus more, if this turns out to be the reader''s first top-up.';
comment on column shop.topup_order.granted_bonus is 'What was granted: decided at that moment.';
comment on column shop.topup_order.back is 'The inside route that wanted the coins.';
comment on column shop.topup_order.reference is 'What the channel calls it, where that can''t be found by the number.';
comment on column shop.topup_order.next is 'How the reader pays; null until the channel has answered.';
comment on column shop.topup_order.state is
  'created: to be paid; paid: the channel has the money, the coins are not there; granted: they are; closed: not paid in time, or cancelled; refunded: the money is given back.';
comment on column shop.topup_order.queried_at is 'When a reader''s look last asked the channel.';
comment on column shop.topup_order.looks is 'How often it was looked at without a reader.';
comment on column shop.topup_order.look_at is 'When to look at it again: to ask the channel, to close it there, or to grant it. Null = all is done.';
create index topup_order_by_reader on shop.topup_order (reader_id, id);
create index topup_order_to_look_at on shop.topup_order (look_at) where look_at is not null;
create index topup_order_open on shop.topup_order (state) where state in ('created', 'paid');

create table shop.payment (
  id bigint generated always as identity primary key,
  order_id bigint not null references shop.topup_order,
  channel text not null,
  transaction_id text not null,
  cash_fen bigint not null constraint payment_cash_positive check (cash_fen > 0),
  currency text not null,
  state text not null constraint payment_state check (state in ('held', 'credited', 'surplus')),
  paid_at timestamptz(3) not null,
  at timestamptz(3) not null,
  constraint payment_once_a_transaction unique (channel, transaction_id)
);
comment on table shop.payment is 'Money that a channel took for an order; one row a transaction of the channel.';
comment on column shop.payment.state is
  'held: recorded, but granting failed and is tried again; credited: the coins were granted for it; surplus: is given back, because the order had been paid before or its reader is gone.';
comment on column shop.payment.paid_at is 'As the channel says.';
comment on column shop.payment.at is 'When this server knew.';
create unique index payment_one_an_order on shop.payment (order_id) where state in ('held', 'credited');
create index payment_by_order on shop.payment (order_id);

create table shop.refund (
  id bigint generated always as identity primary key,
  no text not null constraint refund_once_a_number unique
    constraint refund_number check (no ~ '^[0-9A-Za-z_-]{6,32}$'),
  payment_id bigint not null references shop.payment,
  cash_fen bigint not null constraint refund_cash_positive check (cash_fen > 0),
  reason text not null constraint refund_reason check (reason in ('paid-twice', 'reader-gone')),
  state text not null constraint refund_state check (state in ('pending', 'done', 'failed')),
  tries int not null default 0,
  try_at timestamptz(3),
  created_at timestamptz(3) not null,
  done_at timestamptz(3),
  constraint refund_tried_while_pending check ((state = 'pending') = (try_at is not null)),
  constraint refund_done_at check ((state = 'done') = (done_at is not null))
);
comment on table shop.refund is 'Money given back through the channel that took it; retried with the same number until the channel has it.';
create index refund_by_payment on shop.refund (payment_id);
create index refund_to_try on shop.refund (try_at) where try_at is not null;

create table shop.notification (
  id bigint generated always as identity primary key,
  channel text not null,
  digest bytea not null constraint notification_digest check (length(digest) = 32),
  body bytea not null,
  headers jsonb not null,
  query text not null,
  times int not null default 1,
  result text,
  received_at timestamptz(3) not null,
  last_at timestamptz(3) not null,
  constraint notification_once_a_body unique (channel, digest)
);
comment on table shop.notification is
  'What channels sent, byte for byte, stored before it is looked at. The refused ones are forgotten after a week.';
comment on column shop.notification.digest is 'SHA-256 of the body.';
comment on column shop.notification.result is 'Null = not dealt with yet.';
create index notification_by_time on shop.notification (last_at);
