create table staff.passkey (
  id bigint generated always as identity primary key,
  person_id bigint not null references staff.person,
  name text not null,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  created_at timestamptz(3) not null,
  used_at timestamptz(3)
);
comment on table staff.passkey is 'Passkeys (WebAuthn) of the staff. They are deleted when their person uses a link to set a new password.';
comment on column staff.passkey.credential_id is 'The id in base64url, as the browser sends it.';
comment on column staff.passkey.public_key is 'In COSE form.';
comment on column staff.passkey.counter is
  'How often the authenticator has signed, if it counts; 0 otherwise. An answer with a lower count is refused.';
create index passkey_by_person on staff.passkey (person_id);

create table staff.passkey_challenge (
  challenge_hash bytea primary key,
  person_id bigint references staff.person,
  expires_at timestamptz(3) not null
);
comment on table staff.passkey_challenge is 'Random numbers that a passkey has to sign. Each is accepted once.';
comment on column staff.passkey_challenge.challenge_hash is 'SHA-256 of 256 random bits.';
comment on column staff.passkey_challenge.person_id is 'Null: for a login.';
