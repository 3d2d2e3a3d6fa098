-- Coins of a redeem code were sold elsewhere: no order of this site brought them.
insert into wallet.account (code, asset) values ('sys:sold_elsewhere', 'coin');

alter table wallet.transfer
  drop constraint transfer_kind,
  add constraint transfer_kind check (
    kind in ('topup', 'redeem', 'gift', 'sign', 'purchase', 'repair', 'expire', 'adjust', 'merge', 'forfeit', 'refund', 'restore', 'repay')
  );
comment on column wallet.transfer.kind is
  'topup: bought, and the bonus that comes with it; redeem: by a redeem code; gift: claimed; sign: for attendance; purchase: spent on a chapter; repair: spent on a missed day of attendance; expire: its time was over; adjust: by an operator; merge: from an anonymous reader into their account; forfeit: left when a reader was erased; refund: taken back, held until the money is, then gone; restore: given back because the money was not; repay: coins that pay a debt, part of the event that brought them.';
