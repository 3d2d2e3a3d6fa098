-- The console lists orders by time, also within a state, a channel or a package, and from any day on.
drop index shop.topup_order_by_state, shop.topup_order_by_channel, shop.topup_order_by_package;
create index topup_order_by_state on shop.topup_order (state, created_at, id);
create index topup_order_by_channel on shop.topup_order (channel, created_at, id);
create index topup_order_by_package on shop.topup_order (package_id, created_at, id);
