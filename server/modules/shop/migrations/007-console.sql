-- What staff look for in the console.
create index topup_order_by_state on shop.topup_order (state, id);
create index topup_order_by_channel on shop.topup_order (channel, id);
create index topup_order_by_package on shop.topup_order (package_id, id);
create index topup_order_by_time on shop.topup_order (created_at, id);
create index payment_by_transaction on shop.payment (transaction_id);
create index refund_disputed on shop.refund (payment_id) where reason = 'dispute' and state = 'pending';

alter table shop.notification add column about text;
comment on column shop.notification.about is
  'The number that a verified notification names: of an order, of a refund, or of a disputed transaction. Null if it was refused as a forgery, or is older than this column.';
create index notification_by_about on shop.notification (about) where about is not null;
create index notification_unmatched on shop.notification (id) where result <> 'accepted';
