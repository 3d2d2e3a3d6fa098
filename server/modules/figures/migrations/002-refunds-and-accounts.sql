alter table figures.source_day
  add column registered bigint not null default 0,
  add column refunds bigint not null default 0,
  add column refunded_fen bigint not null default 0;
comment on column figures.source_day.source is
  'The referral value `u`, else the host of the page that led here; empty for readers without either. Null for all sources together that were too small to be kept: anybody can make sources up.';
comment on column figures.source_day.registered is
  'How many got an account: a password or a phone number. 0 on days that were closed before the column.';
comment on column figures.source_day.refunds is 'Of money that was topped up on any day, by the day on which it was given back.';

alter table figures.day add column registered_total bigint;
comment on column figures.day.registered_total is
  'How many readers had an account at the end of the day, those erased before it was totalled left out. Null on days that were closed before the column.';

-- Refunds of days that are closed; the source of a reader who is erased is not known any more.
with refunded as (
  select (r.done_at at time zone 'Asia/Shanghai')::date as day, coalesce(b.source, '') as source, count(*) as refunds,
    sum(round(o.cash_fen * r.amount::numeric / o.amount))::bigint as fen
  from shop.refund r join shop.payment p on p.id = r.payment_id join shop.topup_order o on o.id = p.order_id
    left join account.reader b on b.id = o.reader_id
  where r.state = 'done' and p.state = 'credited' group by 1, 2
), kept as (
  update figures.source_day s set refunds = r.refunds, refunded_fen = r.fen
  from refunded r where s.day = r.day and s.source = r.source returning s.day, s.source
)
insert into figures.source_day (day, position, source, readers, new_readers, views, buyers, unlocks, coins, bonus, tickets,
  payers, topups, cash_fen, refunds, refunded_fen)
select r.day, (select coalesce(max(position) + 1, 0) from figures.source_day s where s.day = r.day)
    + row_number() over (partition by r.day order by r.source) - 1,
  r.source, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, r.refunds, r.fen
from refunded r join figures.day d on d.day = r.day
where not exists (select from kept k where k.day = r.day and k.source = r.source);
