-- What makes a reader registered, what a reader set, and what guards both.
alter table account.reader
  add username text,
  -- Eleven digits, mainland China.
  add telephone text,
  -- argon2id in PHC form.
  add password_hash text,
  -- argon2id of the PIN; set = the mode for young readers is on.
  add teen_pin_hash text,
  add auto_buy boolean not null default false,
  add growth_points bigint not null default 0 check (growth_points >= 0),
  add banned_at timestamptz,
  -- Everything of this reader is erased then: an account given up (7 days' grace), or an anonymous one nobody can reach.
  add erases_at timestamptz;
create unique index reader_by_username on account.reader (lower(username));
create unique index reader_by_telephone on account.reader (telephone);
create index reader_by_erasure on account.reader (erases_at) where erases_at is not null;

-- Names a device in the list of devices; neither the token nor made of it.
alter table account.session add id uuid not null default gen_random_uuid();

-- Keys made at first start: for the hashes of codes and for signing challenges.
create table account.secret (
  name text primary key,
  value bytea not null
);

create table account.auto_buy (
  reader_id bigint not null references account.reader on delete cascade,
  comic_id bigint not null,
  at timestamptz not null,
  primary key (reader_id, comic_id)
);

-- How many distinct minutes of a Shanghai day a young reader has read.
create table account.teen_day (
  reader_id bigint not null references account.reader on delete cascade,
  day date not null,
  minutes integer not null,
  last_minute integer not null,
  primary key (reader_id, day)
);

-- Guesses at one secret (a password, a PIN) since the last right one; the key is a hash.
create table account.guess (
  key bytea primary key,
  count integer not null,
  last_at timestamptz not null,
  next_at timestamptz not null
);
create index guess_by_age on account.guess (last_at);

-- The newest code of a phone and purpose; it is gone when it was used or its tries are spent.
create table account.sms_code (
  telephone text not null,
  purpose text not null,
  code_hash bytea not null,
  tries_left smallint not null,
  expires_at timestamptz not null,
  primary key (telephone, purpose)
);

-- Every message sent in the last days: what the limits are counted from.
create table account.sms_send (
  id bigint generated always as identity primary key,
  telephone text not null,
  address text not null,
  sent_at timestamptz not null
);
create index sms_send_by_telephone on account.sms_send (telephone, sent_at);
create index sms_send_by_prefix on account.sms_send (left(telephone, 7), sent_at);
create index sms_send_by_address on account.sms_send (address, sent_at);
create index sms_send_by_time on account.sms_send (sent_at);

-- Messages of the sender that needs no gateway: the operator reads them by command.
create table account.sms_outbox (
  id bigint generated always as identity primary key,
  telephone text not null,
  body text not null,
  at timestamptz not null
);
create index sms_outbox_by_time on account.sms_outbox (at);

-- Proofs of work handed in; each counts once.
create table account.spent_proof (
  signature bytea primary key,
  expires_at timestamptz not null
);
create index spent_proof_by_expiry on account.spent_proof (expires_at);
