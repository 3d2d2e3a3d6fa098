create table shop.bill (
  channel text not null,
  day date not null,
  state text not null constraint bill_state check (state in ('awaited', 'read', 'matched', 'different')),
  tries int not null default 0,
  try_at timestamptz(3),
  fault text,
  payments int not null default 0,
  paid_fen bigint not null default 0,
  refunds int not null default 0,
  refunded_fen bigint not null default 0,
  fee_fen bigint not null default 0,
  matched int not null default 0,
  recovered int not null default 0,
  reconciled_at timestamptz(3),
  constraint bill_once_a_day primary key (channel, day),
  constraint bill_reconciled_at check ((state in ('matched', 'different')) = (reconciled_at is not null))
);
comment on table shop.bill is
  'What a channel says it took and gave back on one day of Shanghai, and whether that agrees with the payments and refunds here.';
comment on column shop.bill.state is
  'awaited: not there yet, or not readable; read: its lines are stored, as those of the day beside another; matched, different: compared.';
comment on column shop.bill.try_at is 'When to compare it next; null = all is done.';
comment on column shop.bill.fault is 'Why the last try failed.';
comment on column shop.bill.fee_fen is 'What the channel kept for itself, refunded fees taken off.';
comment on column shop.bill.recovered is 'Payments that were never notified, found in the bill and settled then.';
create index bill_to_try on shop.bill (try_at) where try_at is not null;

create table shop.bill_line (
  channel text not null,
  day date not null,
  line int not null,
  kind text not null constraint bill_line_kind check (kind in ('payment', 'refund')),
  no text not null,
  order_no text not null,
  transaction_id text not null,
  cash_fen bigint not null,
  fee_fen bigint not null,
  at timestamptz(3) not null,
  constraint bill_line_once primary key (channel, day, line),
  constraint bill_line_of_bill foreign key (channel, day) references shop.bill on delete cascade
);
comment on table shop.bill_line is 'The lines of the bills. The fee of a payment is found here.';
comment on column shop.bill_line.no is 'What both sides know it by: of a payment the transaction, of a refund its number.';
comment on column shop.bill_line.order_no is 'Empty where the channel names none, because the money is of something else.';
create index bill_line_by_number on shop.bill_line (channel, no);

create table shop.bill_difference (
  channel text not null,
  day date not null,
  kind text not null constraint bill_difference_kind check (kind in ('payment', 'refund')),
  no text not null,
  class text not null constraint bill_difference_class check (class in ('ours-only', 'theirs-only', 'amount-differs')),
  order_no text not null,
  our_fen bigint,
  their_fen bigint,
  at timestamptz(3) not null,
  constraint bill_difference_once primary key (channel, day, kind, no),
  constraint bill_difference_of_bill foreign key (channel, day) references shop.bill on delete cascade,
  constraint bill_difference_sides check (
    (class = 'theirs-only') = (our_fen is null) and (class = 'ours-only') = (their_fen is null))
);
comment on table shop.bill_difference is 'Where a bill and the payments and refunds here do not agree, as last compared.';

create index payment_by_time on shop.payment (channel, paid_at);
create index refund_by_time on shop.refund (done_at) where done_at is not null;
