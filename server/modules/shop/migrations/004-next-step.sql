alter table shop.topup_order
  add column next_until timestamptz(3),
  add column visit bytea constraint topup_order_visit_hash check (length(visit) = 32),
  add column visit_until timestamptz(3),
  add constraint topup_order_visit_ends check ((visit is null) = (visit_until is null));
comment on column shop.topup_order.next is 'How the reader pays; null until the channel has answered, and where it first has to know who pays.';
comment on column shop.topup_order.next_until is 'When that step is over although the order is not; null = with the order.';
comment on column shop.topup_order.visit is
  'SHA-256 of the session and the state with which the reader was sent to the channel to tell who they are; null once they are back.';
comment on column shop.topup_order.visit_until is 'From then on that visit is not believed.';
