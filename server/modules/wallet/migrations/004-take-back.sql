-- What a refund takes back of a credit, and what the reader owes where it is spent already.
alter table wallet.account
  drop constraint account_asset,
  add constraint account_asset check (asset in ('coin', 'bonus', 'ticket', 'debt'));
comment on column wallet.account.asset is
  'debt: coins that were spent before a refund took them back. A wallet has the account only once it has owed some; coins that come in pay it first.';
insert into wallet.account (code, asset) values
  ('sys:refund_hold', 'coin'), ('sys:refund_hold', 'bonus'), ('sys:refund_hold', 'debt'),
  ('sys:refunded', 'coin'), ('sys:refunded', 'bonus'), ('sys:refunded', 'debt'),
  ('sys:expired', 'debt');

alter table wallet.credit_lot
  drop constraint credit_lot_only_coins_stay,
  add constraint credit_lot_only_coins_stay check ((asset in ('coin', 'debt')) = (expires_at is null));

alter table wallet.transfer
  drop constraint transfer_kind,
  add constraint transfer_kind check (
    kind in ('topup', 'gift', 'sign', 'purchase', 'repair', 'expire', 'adjust', 'merge', 'forfeit', 'refund', 'restore', 'repay')
  );
comment on column wallet.transfer.kind is
  'topup: bought, and the bonus that comes with it; gift: claimed; sign: for attendance; purchase: spent on a chapter; repair: spent on a missed day of attendance; expire: its time was over; adjust: by an operator; merge: from an anonymous reader into their account; forfeit: left when a reader was erased; refund: taken back, held until the money is, then gone; restore: given back because the money was not; repay: coins that pay a debt, part of the event that brought them.';
