create schema staff;
comment on schema staff is 'The people who run the site: how they log in, their sessions, and their keys for scripts.';

create table staff.person (
  id bigint generated always as identity primary key,
  name text not null check (name <> ''),
  role text not null check (role in ('owner', 'editor', 'support', 'finance', 'viewer', 'author')),
  password_hash text,
  totp_secret bytea,
  totp_step bigint not null default 0,
  new_totp_secret bytea,
  created_at timestamptz(3) not null,
  seen_at timestamptz(3),
  disabled_at timestamptz(3),
  check ((password_hash is null) = (totp_secret is null))
);
comment on table staff.person is 'Rows are never deleted: the audit log refers to them.';
comment on column staff.person.password_hash is 'argon2id in PHC form. Null until the person has used the invitation.';
comment on column staff.person.totp_step is
  'The time step of the last accepted code. A code of this step or an earlier one is refused.';
comment on column staff.person.new_totp_secret is 'The secret of a new authenticator until a code of it is accepted.';
create unique index person_name on staff.person (lower(name));

create table staff.recovery_code (
  person_id bigint not null references staff.person,
  code_hash bytea not null,
  primary key (person_id, code_hash)
);
comment on table staff.recovery_code is 'SHA-256 of random codes of 80 bits. A used code is deleted.';

create table staff.session (
  id bigint generated always as identity primary key,
  person_id bigint not null references staff.person,
  token_hash bytea not null unique,
  device text not null,
  address text not null,
  created_at timestamptz(3) not null,
  used_at timestamptz(3) not null,
  factor_at timestamptz(3) not null
);
comment on column staff.session.token_hash is 'SHA-256 of 256 random bits. The token changes at each check of the second factor.';
comment on column staff.session.used_at is 'Written at most once a minute. A session ends after 30 minutes without use.';
comment on column staff.session.factor_at is 'When the second factor was last checked.';
create index session_by_person on staff.session (person_id);

create table staff.link (
  token_hash bytea primary key,
  person_id bigint unique references staff.person,
  totp_secret bytea not null,
  expires_at timestamptz(3) not null
);
comment on table staff.link is 'One-time links with which a person sets a password and an authenticator.';
comment on column staff.link.token_hash is 'SHA-256 of 128 random bits.';
comment on column staff.link.person_id is 'Null: the link creates the first owner, and works only while there is no person.';

create table staff.api_key (
  id bigint generated always as identity primary key,
  person_id bigint not null references staff.person,
  name text not null,
  role text not null check (role in ('owner', 'editor', 'support', 'finance', 'viewer', 'author')),
  token_hash bytea not null unique,
  created_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  used_at timestamptz(3)
);
comment on table staff.api_key is 'Keys for scripts. A key is deleted when it is ended, and when its person is disabled or gets another role.';
create index api_key_by_person on staff.api_key (person_id);
