alter table search.asked add column network bytea check (length(network) = 16);
create index asked_by_network on search.asked (day, network, word);
comment on column search.asked.network is
  'The network of the address, hashed likewise; null where it was counted by an older version.';
