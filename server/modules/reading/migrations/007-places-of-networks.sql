alter table reading.address_day drop constraint address_day_readers_check;
alter table reading.address_day add constraint address_day_readers_check check (cardinality(readers) between 1 and 30);
comment on table reading.address_day is
  'Which readers count in the rankings of a comic from one address, or from one network, on one day.';
comment on column reading.address_day.address is 'The hash of the address or of the network.';
