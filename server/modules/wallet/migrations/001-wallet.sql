create schema wallet;
comment on schema wallet is
  'Readers'' coins, bonus and tickets: a double-entry, append-only ledger, what it was spent on, and from which grants. Comics and chapters are numbers here: records of money outlive them.';

create table wallet.wallet (
  id bigint generated always as identity primary key,
  reader_id bigint unique references account.reader on delete set null,
  opened_at timestamptz not null
);
comment on table wallet.wallet is
  'One reader''s money. Whatever moves it locks this row first, FOR NO KEY UPDATE. Opened with the first grant.';
comment on column wallet.wallet.reader_id is 'Null once the reader is erased: records of money stay, without a name.';

create table wallet.account (
  id bigint generated always as identity primary key,
  wallet_id bigint references wallet.wallet,
  code text,
  asset text not null constraint account_asset check (asset in ('coin', 'bonus', 'ticket')),
  balance bigint constraint account_balance_not_negative check (balance >= 0),
  constraint account_of_wallet_or_system check ((wallet_id is null) = (code is not null)),
  constraint account_balance_of_wallets check ((wallet_id is null) = (balance is null)),
  constraint account_once_a_wallet unique (wallet_id, asset),
  constraint account_once_a_code unique (code, asset),
  constraint account_with_asset unique (id, asset)
) with (fillfactor = 70);
comment on table wallet.account is 'Where an asset is: in a wallet, or on a side of the system.';
comment on column wallet.account.code is 'Names an account of the system.';
comment on column wallet.account.balance is
  'Of wallets only. The balance of the system is the sum of its transfers: a stored one would be written by every purchase.';
comment on constraint account_with_asset on wallet.account is 'Transfers and lots refer to it, so that no asset becomes another.';
insert into wallet.account (code, asset) values
  ('sys:topup', 'coin'), ('sys:gift_pool', 'bonus'), ('sys:gift_pool', 'ticket'),
  ('sys:revenue_paid', 'coin'), ('sys:revenue_bonus', 'bonus'), ('sys:revenue_ticket', 'ticket'),
  ('sys:expired', 'coin'), ('sys:expired', 'bonus'), ('sys:expired', 'ticket'),
  ('sys:adjustment', 'coin'), ('sys:adjustment', 'bonus'), ('sys:adjustment', 'ticket');

create table wallet.purchase (
  id bigint generated always as identity primary key,
  wallet_id bigint not null references wallet.wallet,
  comic_id bigint not null,
  chapter_id bigint not null,
  price_coins bigint not null,
  cost_coins bigint not null constraint purchase_cost_positive check (cost_coins > 0),
  coins bigint not null constraint purchase_coins_not_negative check (coins >= 0),
  bonus bigint not null constraint purchase_bonus_not_negative check (bonus >= 0),
  tickets bigint not null,
  at timestamptz(3) not null,
  constraint purchase_price_covers_cost check (price_coins >= cost_coins),
  constraint purchase_paid_in_full check (
    (tickets = 0 and coins + bonus = cost_coins) or (tickets = 1 and coins = 0 and bonus = 0)),
  constraint purchase_once_a_chapter unique (wallet_id, chapter_id)
);
comment on table wallet.purchase is 'A chapter that a reader owns, and what was paid for it.';
comment on column wallet.purchase.wallet_id is 'The owner: follows a merge. Nothing else of a purchase changes.';
comment on column wallet.purchase.price_coins is 'The price of the chapter.';
comment on column wallet.purchase.cost_coins is 'What it cost at that moment; paid by a ticket all the same.';
create index purchase_by_comic on wallet.purchase (wallet_id, comic_id);
create index purchase_by_time on wallet.purchase (at);

create table wallet.transfer (
  id bigint generated always as identity primary key,
  idem_key text not null constraint transfer_once_a_key unique,
  kind text not null constraint transfer_kind
    check (kind in ('topup', 'gift', 'purchase', 'expire', 'adjust', 'merge', 'forfeit')),
  purchase_id bigint references wallet.purchase,
  asset text not null,
  debit_id bigint not null,
  credit_id bigint not null,
  amount bigint not null constraint transfer_amount_positive check (amount > 0),
  actor text,
  reason text,
  at timestamptz(3) not null,
  constraint transfer_of_purchase check ((kind = 'purchase') = (purchase_id is not null)),
  constraint transfer_explained check (kind <> 'adjust' or (actor <> '' and reason <> '' and actor is not null and reason is not null)),
  constraint transfer_between_two check (debit_id <> credit_id),
  constraint transfer_from_same_asset foreign key (debit_id, asset) references wallet.account (id, asset),
  constraint transfer_to_same_asset foreign key (credit_id, asset) references wallet.account (id, asset)
);
comment on table wallet.transfer is
  'An amount of one asset that leaves one account (debit) and reaches another (credit): one row is both sides. Never changed or deleted; a mistake is corrected by another transfer.';
comment on column wallet.transfer.idem_key is 'What the transfer is for, so that it happens once.';
comment on column wallet.transfer.kind is
  'topup: bought; gift: given; purchase: spent on a chapter; expire: its time was over; adjust: by an operator; merge: from an anonymous reader into their account; forfeit: left when a reader was erased.';
comment on column wallet.transfer.actor is 'Who adjusted it.';
create index transfer_by_debit on wallet.transfer (debit_id, id);
create index transfer_by_credit on wallet.transfer (credit_id, id);
create index transfer_by_time on wallet.transfer (at);
create index transfer_by_purchase on wallet.transfer (purchase_id) where purchase_id is not null;

create table wallet.credit_lot (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  asset text not null,
  transfer_id bigint not null constraint credit_lot_once_a_transfer unique references wallet.transfer,
  granted bigint not null constraint credit_lot_granted_positive check (granted > 0),
  remaining bigint not null,
  cost_fen bigint not null constraint credit_lot_cost_not_negative check (cost_fen >= 0),
  expires_at timestamptz(3),
  constraint credit_lot_remaining_within check (remaining between 0 and granted),
  constraint credit_lot_cost_of_coins check (asset = 'coin' or cost_fen = 0),
  constraint credit_lot_only_coins_stay check ((asset = 'coin') = (expires_at is null)),
  constraint credit_lot_of_same_asset foreign key (account_id, asset) references wallet.account (id, asset)
) with (fillfactor = 70);
comment on table wallet.credit_lot is
  'One grant and what is left of it. Spent soonest expiry first, then by id; paid coins never expire.';
comment on column wallet.credit_lot.cost_fen is 'The money paid for all of it.';
create index credit_lot_unspent on wallet.credit_lot (account_id) where remaining > 0;
create index credit_lot_by_expiry on wallet.credit_lot (expires_at) where remaining > 0 and expires_at is not null;

create table wallet.lot_use (
  lot_id bigint not null references wallet.credit_lot,
  transfer_id bigint not null references wallet.transfer,
  amount bigint not null constraint lot_use_amount_positive check (amount > 0),
  primary key (lot_id, transfer_id)
);
comment on table wallet.lot_use is 'How much of a lot a transfer took.';
create index lot_use_by_transfer on wallet.lot_use (transfer_id);

create table wallet.idempotency (
  wallet_id bigint not null references wallet.wallet,
  key text not null,
  request bytea not null constraint idempotency_request_hash check (length(request) = 32),
  answer jsonb not null,
  at timestamptz not null,
  primary key (wallet_id, key)
);
comment on table wallet.idempotency is
  'Answers of calls that moved money, by the key that the client made: a repeated call gets the same answer and has no other effect.';
comment on column wallet.idempotency.request is 'SHA-256 of the request: the same key for another request is refused.';
create index idempotency_by_time on wallet.idempotency (at);

create function wallet.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '%.% is append-only', tg_table_schema, tg_table_name using errcode = 'restrict_violation';
end $$;
comment on function wallet.refuse_change is
  'A trigger, because only the database can refuse what is written by hand as well.';
create trigger transfer_append_only before update or delete on wallet.transfer
  for each row execute function wallet.refuse_change();
create trigger transfer_never_emptied before truncate on wallet.transfer
  for each statement execute function wallet.refuse_change();
create trigger lot_use_append_only before update or delete on wallet.lot_use
  for each row execute function wallet.refuse_change();
create trigger lot_use_never_emptied before truncate on wallet.lot_use
  for each statement execute function wallet.refuse_change();
create trigger purchase_stays before update of id, comic_id, chapter_id, price_coins, cost_coins, coins, bonus, tickets, at
  or delete on wallet.purchase for each row execute function wallet.refuse_change();
create trigger purchase_never_emptied before truncate on wallet.purchase
  for each statement execute function wallet.refuse_change();
