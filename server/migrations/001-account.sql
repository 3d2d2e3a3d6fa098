-- Readers and their sessions. A visitor has a full account without credentials.
create schema account;

create table account.reader (
  id bigint generated always as identity primary key,
  nickname text not null,
  gender smallint not null default 0 check (gender in (0, 1, 2)),
  adult boolean not null default false,
  -- Where this reader came from: the host name it first opened, and the referral value `u`.
  domain text not null default '',
  source text,
  platform text,
  created_at timestamptz not null
);

create table account.session (
  -- Only the sha256 of a token is kept: a stolen table opens no session.
  token_hash bytea primary key check (length(token_hash) = 32),
  reader_id bigint not null references account.reader on delete cascade,
  device text not null default '',
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null
);
create index session_by_reader on account.session (reader_id);
create index session_by_expiry on account.session (expires_at);

-- Counters of rate limits, used where several app nodes share one database. The shape is rate-limiter-flexible's.
create table public.rate_limit (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
