create schema account;
comment on schema account is 'Readers, their sessions and credentials, and the counters that protect both.';

create table account.reader (
  id bigint generated always as identity primary key,
  nickname text not null,
  gender smallint not null default 0 check (gender in (0, 1, 2)),
  adult boolean not null default false,
  domain text not null default '',
  source text,
  platform text,
  username text,
  telephone text,
  password_hash text,
  teen_pin_hash text,
  auto_buy boolean not null default false,
  growth_points bigint not null default 0 check (growth_points >= 0),
  expects_news boolean not null default false,
  has_read boolean not null default false,
  banned_at timestamptz,
  erases_at timestamptz,
  created_at timestamptz not null
);
comment on table account.reader is 'A visitor has a full account too, without credentials.';
comment on column account.reader.adult is 'The reader has declared to be of age.';
comment on column account.reader.domain is 'The host name this reader opened first.';
comment on column account.reader.source is 'The referral value `u` of the first address.';
comment on column account.reader.telephone is 'Eleven digits, mainland China.';
comment on column account.reader.password_hash is 'argon2id in PHC form.';
comment on column account.reader.teen_pin_hash is 'argon2id of the PIN; teen mode is on while it is set.';
comment on column account.reader.expects_news is
  'Subscribes to a comic or has written feedback; the unread counts of all other readers are not looked up.';
comment on column account.reader.has_read is 'Has finished a chapter that was open to them, so that their views and favourites count.';
comment on column account.reader.erases_at is
  'When all data of this reader is erased: an account given up (7 days later), or an anonymous reader without a session.';
create unique index reader_by_username on account.reader (lower(username));
create unique index reader_by_telephone on account.reader (telephone);
create index reader_by_erasure on account.reader (erases_at) where erases_at is not null;

create table account.session (
  id uuid not null default gen_random_uuid(),
  token_hash bytea primary key check (length(token_hash) = 32),
  reader_id bigint not null references account.reader on delete cascade,
  device text not null default '',
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null
);
comment on column account.session.id is 'Names the session in the list of devices; not derived from the token.';
comment on column account.session.token_hash is 'SHA-256 of the token, so that a stolen table opens no session.';
create index session_by_reader on account.session (reader_id);
create index session_by_expiry on account.session (expires_at);

create table account.device_cookie (
  hash bytea not null check (length(hash) = 32),
  reader_id bigint not null references account.reader on delete cascade,
  issued_at timestamptz not null,
  primary key (hash, reader_id)
);
comment on table account.device_cookie is
  'Devices that have logged in to an account before. Each has its own counter of guesses; the cookie opens no session.';
comment on column account.device_cookie.hash is 'SHA-256 of the cookie.';
create index device_cookie_by_reader on account.device_cookie (reader_id, issued_at);
create index device_cookie_by_age on account.device_cookie (issued_at);

create table account.secret (
  name text primary key,
  value bytea not null
);
comment on table account.secret is 'Keys made at the first start: for hashes of codes and for signing challenges.';

create table account.guess (
  key bytea primary key,
  count integer not null,
  last_at timestamptz not null,
  next_at timestamptz not null
);
comment on table account.guess is 'Wrong guesses of one password or PIN since the last right one.';
comment on column account.guess.key is 'A hash of what the guesses are counted by.';
comment on column account.guess.next_at is 'No guess is accepted before.';
create index guess_by_age on account.guess (last_at);

create table account.spent_proof (
  signature bytea primary key,
  expires_at timestamptz not null
);
comment on table account.spent_proof is 'Proofs of work that were used; each is accepted once.';
create index spent_proof_by_expiry on account.spent_proof (expires_at);

create table account.sms_code (
  telephone text not null,
  purpose text not null,
  requester bytea not null,
  code_hash bytea not null,
  tries_left smallint not null,
  expires_at timestamptz not null,
  primary key (telephone, purpose, requester)
);
comment on table account.sms_code is
  'The newest code of a phone, a purpose and a requester; deleted when it is used or no tries are left.';
comment on column account.sms_code.requester is
  'A hash of the reader who requested the code, or of the address where there was no session.';

create table account.sms_send (
  id bigint generated always as identity primary key,
  telephone text not null,
  requester bytea,
  address text,
  block text,
  network text,
  sent boolean not null default true,
  sent_at timestamptz not null
);
comment on table account.sms_send is 'Every message requested in the last days; the limits of SMS are counted here.';
comment on column account.sms_send.requester is 'As in sms_code; null for a notice.';
comment on column account.sms_send.address is 'Null for a notice.';
comment on column account.sms_send.block is 'The /56 of an IPv6 address; an IPv4 address itself.';
comment on column account.sms_send.network is 'The /48 of an IPv6 address; the /24 of an IPv4 address.';
comment on column account.sms_send.sent is
  'False where the day''s budget was reserved for phones of accounts: counts for the requester, costs nothing.';
create index sms_send_by_telephone on account.sms_send (telephone, sent_at);
create index sms_send_by_prefix on account.sms_send (left(telephone, 7), sent_at);
create index sms_send_by_address on account.sms_send (address, sent_at);
create index sms_send_by_block on account.sms_send (block, sent_at);
create index sms_send_by_network on account.sms_send (network, sent_at);
create index sms_send_by_time on account.sms_send (sent_at);

create table account.sms_outbox (
  id bigint generated always as identity primary key,
  telephone text not null,
  body text not null,
  at timestamptz not null
);
comment on table account.sms_outbox is 'Messages of the sender that needs no gateway; the operator reads them with `npm run sms`.';
create index sms_outbox_by_time on account.sms_outbox (at);

create table account.auto_buy (
  reader_id bigint not null references account.reader on delete cascade,
  comic_id bigint not null,
  at timestamptz not null,
  primary key (reader_id, comic_id)
);
comment on table account.auto_buy is 'Comics whose next chapters are bought without a question.';

create table account.teen_day (
  reader_id bigint not null references account.reader on delete cascade,
  day date not null,
  minutes integer not null,
  last_minute integer not null,
  primary key (reader_id, day)
);
comment on table account.teen_day is 'How many distinct minutes of a day (Asia/Shanghai) were read in teen mode.';

create table account.chapter_reward (
  reader_id bigint not null references account.reader on delete cascade,
  chapter_id bigint not null,
  primary key (reader_id, chapter_id)
);
comment on table account.chapter_reward is
  'Chapters that have given a growth point. Not part of the history: deleting that must not earn the point again.';
