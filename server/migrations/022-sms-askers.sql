-- A code belongs to who asked for it: a hash of the reader of the session that asked, or of the address where there was
-- none. Codes live for minutes: the reader asks again.
delete from account.sms_code;
alter table account.sms_code add asker bytea not null;
alter table account.sms_code drop constraint sms_code_pkey, add primary key (telephone, purpose, asker);

alter table account.sms_send
  -- Null for a notice, which nobody asked for.
  alter address drop not null,
  add asker bytea,
  -- What the address lies in: the /56 and the /48, for IPv4 the address itself and the /24.
  add block text,
  add network text,
  -- False = it counts for who asked and costs nothing: what is left of the day is kept for phones of accounts.
  add sent boolean not null default true;
create index sms_send_by_block on account.sms_send (block, sent_at);
create index sms_send_by_network on account.sms_send (network, sent_at);
