-- What readers see of the ledger: each thing that happened is one line, however many transfers it took.
create sequence wallet.event_id;
comment on sequence wallet.event_id is
  'Numbers what happens to wallets. Under the lock of a wallet the numbers grow, so they are the order of its statement.';

-- The default numbers what is there already: rows of transfers are never updated.
alter table wallet.transfer
  add column event_id bigint not null default nextval('wallet.event_id'),
  add column title text constraint transfer_title_not_empty check (title <> '');
alter table wallet.transfer alter column event_id drop default;
comment on column wallet.transfer.event_id is
  'The same for all transfers that happened together, such as the coins and the bonus of one purchase.';
comment on column wallet.transfer.title is 'What readers are shown; null where what it was for says enough.';

drop index wallet.transfer_by_debit, wallet.transfer_by_credit;
create index transfer_by_debit on wallet.transfer (debit_id, event_id);
create index transfer_by_credit on wallet.transfer (credit_id, event_id);

alter table wallet.transfer
  drop constraint transfer_kind,
  add constraint transfer_kind check (
    kind in ('topup', 'gift', 'sign', 'purchase', 'repair', 'expire', 'adjust', 'merge', 'forfeit')
  );
comment on column wallet.transfer.kind is
  'topup: bought, and the bonus that comes with it; gift: claimed; sign: for attendance; purchase: spent on a chapter; repair: spent on a missed day of attendance; expire: its time was over; adjust: by an operator; merge: from an anonymous reader into their account; forfeit: left when a reader was erased.';
