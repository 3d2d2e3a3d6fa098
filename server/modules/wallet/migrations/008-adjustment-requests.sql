create table wallet.adjustment_request (
  id bigint generated always as identity primary key,
  wallet_id bigint not null references wallet.wallet,
  idem_key text not null constraint adjustment_request_once_a_key unique,
  request bytea not null constraint adjustment_request_hash check (length(request) = 32),
  asset text not null constraint adjustment_request_asset check (asset in ('coin', 'bonus', 'ticket')),
  amount bigint not null constraint adjustment_request_amount check (amount <> 0),
  days integer not null constraint adjustment_request_days check (days > 0),
  actor text not null,
  reason text not null,
  state text not null constraint adjustment_request_state check (state in ('open', 'approved', 'rejected')),
  created_at timestamptz(3) not null,
  decided_by text,
  decided_at timestamptz(3),
  constraint adjustment_request_decided
    check ((state = 'open') = (decided_at is null) and (decided_at is null) = (decided_by is null))
);
comment on table wallet.adjustment_request is
  'Adjustments above what one member of staff may make alone. A second person has to approve them; nothing changes before.';
comment on column wallet.adjustment_request.request is 'The hash of the request, so that a repeated one is stored once.';
comment on column wallet.adjustment_request.days is 'How long given bonus and tickets are valid, from the approval on.';
comment on column wallet.adjustment_request.actor is 'Who asks for it.';
create index adjustment_request_open on wallet.adjustment_request (id) where state = 'open';
create index adjustment_request_by_wallet on wallet.adjustment_request (wallet_id);
