create table account.password_link (
  reader_id bigint primary key references account.reader on delete cascade,
  token_hash bytea not null unique check (length(token_hash) = 32),
  expires_at timestamptz not null
);
comment on table account.password_link is
  'The address at which a reader sets a new password once, given out by an operator. A new one replaces the one before; a changed password ends it.';
comment on column account.password_link.token_hash is 'SHA-256 of the token, so that a stolen table opens no account.';
