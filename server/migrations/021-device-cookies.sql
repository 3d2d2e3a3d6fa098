-- Devices that have logged in to an account before: each has a counter of guesses of its own. Opens nothing.
create table account.device_cookie (
  -- Only the sha256 of the cookie is kept.
  hash bytea not null check (length(hash) = 32),
  reader_id bigint not null references account.reader on delete cascade,
  issued_at timestamptz not null,
  primary key (hash, reader_id)
);
create index device_cookie_by_reader on account.device_cookie (reader_id, issued_at);
create index device_cookie_by_age on account.device_cookie (issued_at);
