create table audit.chain (
  no bigint primary key check (no > 0),
  entry_id bigint not null unique,
  hash bytea not null check (length(hash) = 32)
);
comment on table audit.chain is
  'The entries in the order in which a job has added them, within a minute. Each hash covers the entry and the hash before it, so a changed, removed or inserted entry is found.';
comment on column audit.chain.entry_id is 'No reference: the link outlives an entry that was removed by force.';
comment on column audit.chain.hash is 'SHA-256 of the hash before it, or of nothing for the first, and the entry as JSON.';
create trigger chain_append_only before update or delete on audit.chain
  for each row execute function audit.refuse_change();
create trigger chain_never_emptied before truncate on audit.chain
  for each statement execute function audit.refuse_change();
