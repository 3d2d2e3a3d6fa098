create table shop.refund_request (
  id bigint generated always as identity primary key,
  order_id bigint not null references shop.topup_order,
  refund_no text not null constraint refund_request_once_a_number unique,
  amount bigint not null constraint refund_request_amount_positive check (amount > 0),
  takes_back boolean not null,
  actor text not null,
  note text not null,
  state text not null constraint refund_request_state check (state in ('open', 'approved', 'rejected')),
  created_at timestamptz(3) not null,
  decided_by text,
  decided_at timestamptz(3),
  constraint refund_request_decided check ((state = 'open') = (decided_at is null) and (decided_at is null) = (decided_by is null))
);
comment on table shop.refund_request is 'Large refunds that a second person has to approve. Nothing is refunded before.';
comment on column shop.refund_request.refund_no is
  'The number of the confirmed preview, so that a repeated request is stored once.';
comment on column shop.refund_request.amount is 'In the currency of the order.';
comment on column shop.refund_request.actor is 'Who asks for it, and why, in note.';
create unique index refund_request_one_open on shop.refund_request (order_id) where state = 'open';
