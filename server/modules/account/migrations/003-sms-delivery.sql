create table account.sms_delivery (
  id bigint generated always as identity primary key,
  telephone text not null,
  purpose text not null,
  sender text not null,
  outcome text not null check (outcome in ('sent', 'throttled', 'bad-number', 'operator-fault', 'unknown')),
  detail text,
  message_id text,
  report text check (report in ('delivered', 'undelivered')),
  report_detail text,
  asks smallint not null default 0,
  ask_at timestamptz,
  sent_at timestamptz not null
);
comment on table account.sms_delivery is
  'What was handed to gateways in the last week, and what became of it. No texts: codes are kept as hashes alone.';
comment on column account.sms_delivery.detail is 'What the gateway said to a message that it did not take.';
comment on column account.sms_delivery.message_id is 'The gateway''s number of the message.';
comment on column account.sms_delivery.report is 'Null while it is not known, or where it never was.';
comment on column account.sms_delivery.report_detail is 'The code of the carrier.';
comment on column account.sms_delivery.asks is 'How often the gateway was asked.';
comment on column account.sms_delivery.ask_at is 'When the gateway is asked next; null = no more.';
create index sms_delivery_by_ask on account.sms_delivery (ask_at) where ask_at is not null;
create index sms_delivery_by_time on account.sms_delivery (sent_at);
