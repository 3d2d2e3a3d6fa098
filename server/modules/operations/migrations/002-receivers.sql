-- What was told before was told to the only receiver there was.
alter table operations.alert add column receiver text not null default 'webhook';
alter table operations.alert alter column receiver drop default;
alter table operations.alert drop constraint alert_pkey, add primary key (receiver, rule);
comment on table operations.alert is 'What a receiver was told and that has not been over since.';
comment on column operations.alert.receiver is 'webhook, or mail: and the mailbox.';
comment on column operations.alert.occasion is 'Another one under the same rule is told anew.';
comment on column operations.sighting.what is
  'other-address, untrusted-proxy, fault, library-failed, or alarm: and the alarm that the log was written with.';
