create table rewards.redeem_batch (
  id bigint generated always as identity primary key,
  key text not null constraint redeem_batch_once_a_key unique,
  name text not null constraint redeem_batch_name_not_empty check (name <> ''),
  code_count integer not null constraint redeem_batch_count check (code_count between 1 and 100000),
  coins integer not null constraint redeem_batch_coins_not_negative check (coins >= 0),
  bonus integer not null constraint redeem_batch_bonus_not_negative check (bonus >= 0),
  tickets integer not null constraint redeem_batch_tickets_not_negative check (tickets >= 0),
  price_fen integer not null,
  valid_days integer not null constraint redeem_batch_valid_days_positive check (valid_days > 0),
  valid_from timestamptz(3) not null,
  valid_until timestamptz(3) not null,
  uses_per_reader integer not null constraint redeem_batch_uses_positive check (uses_per_reader > 0),
  created_at timestamptz(3) not null,
  created_by text not null,
  stopped_at timestamptz(3),
  stopped_by text,
  constraint redeem_batch_brings_something check (coins + bonus + tickets > 0),
  constraint redeem_batch_price_of_coins check ((price_fen > 0) = (coins > 0) and price_fen >= 0),
  constraint redeem_batch_lasts check (valid_until > valid_from),
  constraint redeem_batch_stopped_by_someone check ((stopped_at is null) = (stopped_by is null))
);
comment on table rewards.redeem_batch is
  'Redeem codes that were made together. Only the two columns of its stop ever change.';
comment on column rewards.redeem_batch.key is 'The key of the request that made it, which has no second effect.';
comment on column rewards.redeem_batch.coins is 'What one code brings, as bonus and tickets.';
comment on column rewards.redeem_batch.price_fen is 'The money for which a code with coins is sold elsewhere.';
comment on column rewards.redeem_batch.valid_days is 'From its use, of its bonus and tickets. Coins do not expire.';
comment on column rewards.redeem_batch.valid_from is 'Codes can be used from this moment until before valid_until; both are midnights in Shanghai.';
comment on column rewards.redeem_batch.stopped_at is 'Unused codes are void from then on.';

create table rewards.redeem_code (
  id bigint generated always as identity primary key,
  batch_id bigint not null constraint redeem_code_of_batch references rewards.redeem_batch,
  hash bytea not null constraint redeem_code_hash unique constraint redeem_code_hash_length check (length(hash) = 32),
  reader_id bigint,
  key text,
  used_at timestamptz(3),
  constraint redeem_code_used_whole check ((used_at is null) = (key is null) and (used_at is not null or reader_id is null))
);
comment on table rewards.redeem_code is
  'A redeem code, and its use. What it brought is in the ledger under the key redeem:<id>.';
comment on column rewards.redeem_code.hash is 'HMAC-SHA256 of the code, which is stored nowhere.';
comment on column rewards.redeem_code.reader_id is 'Who used it; null before that, and once the reader is erased.';
comment on column rewards.redeem_code.key is 'The key of the call that used it.';
create index redeem_code_used on rewards.redeem_code (batch_id, used_at, id) where used_at is not null;
create unique index redeem_code_once_a_key on rewards.redeem_code (reader_id, key) where reader_id is not null;

-- Nodes keep in memory whether there are codes that can be used, which every visit asks.
create function rewards.notify_batch_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalog', 'redeeming');
  return null;
end $$;
create trigger redeem_batch_changed after insert or update or delete on rewards.redeem_batch
  for each statement execute function rewards.notify_batch_change();
