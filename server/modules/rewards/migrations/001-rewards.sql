create schema rewards;
comment on schema rewards is
  'Gifts that readers have claimed and days on which they have signed. What these brought is in the ledger, under keys made of the same numbers.';

create table rewards.gift_claim (
  reader_id bigint not null,
  granted_to bigint not null,
  campaign_id integer not null,
  title text not null constraint gift_claim_title_not_empty check (title <> ''),
  kind text not null constraint gift_claim_kind check (kind in ('bonus', 'ticket')),
  amount integer not null constraint gift_claim_amount_positive check (amount > 0),
  valid_days integer not null constraint gift_claim_valid_days_positive check (valid_days > 0),
  claimable_until timestamptz(3) not null,
  claimed_at timestamptz(3) not null,
  lasts_until timestamptz(3) not null,
  constraint gift_claim_once_a_reader primary key (reader_id, campaign_id),
  constraint gift_claim_in_time check (claimed_at < claimable_until),
  constraint gift_claim_lasts check (lasts_until > claimed_at)
);
comment on table rewards.gift_claim is
  'A gift campaign claimed by a reader, as it was at that moment: the operator may change or remove it afterwards.';
comment on column rewards.gift_claim.reader_id is
  'A number alone, as modules do not refer to each other''s readers; so is the campaign, which is in the editorial parts.';
comment on column rewards.gift_claim.granted_to is
  'The reader whose number is in the key of the ledger: an anonymous one, where a merge has moved the claim.';

create table rewards.attendance (
  reader_id bigint not null,
  granted_to bigint not null,
  day date not null,
  streak integer not null constraint attendance_streak_positive check (streak > 0),
  bonus integer not null constraint attendance_bonus_not_negative check (bonus >= 0),
  tickets integer not null constraint attendance_tickets_not_negative check (tickets >= 0),
  repair_cost integer constraint attendance_repair_cost_positive check (repair_cost > 0),
  at timestamptz(3) not null,
  constraint attendance_once_a_day primary key (reader_id, day),
  -- A day is signed while it lasts in Shanghai, and repaired later in its week.
  constraint attendance_in_time check (
    case when repair_cost is null then (at at time zone 'Asia/Shanghai')::date = day
    else (at at time zone 'Asia/Shanghai')::date between day + 1 and day + 7 - extract(isodow from day)::integer end)
);
comment on table rewards.attendance is 'A Shanghai day on which a reader has signed, or which they have made good.';
comment on column rewards.attendance.granted_to is 'As with gifts.';
comment on column rewards.attendance.streak is
  'How many days in a row it ends; the days after a repaired one are counted anew. What the day brought stays.';
comment on column rewards.attendance.repair_cost is 'In bonus; null where the day was signed on the day itself.';
create unique index attendance_one_repair_a_week on rewards.attendance
  (reader_id, (day - extract(isodow from day)::integer)) where repair_cost is not null;
