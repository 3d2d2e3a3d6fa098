alter table staff.person add column oidc_subject text unique;
comment on column staff.person.oidc_subject is
  'Issuer and subject of the person who logs in by OIDC. The role is set at each login; password and authenticator may be missing.';

create table staff.oidc_login (
  state_hash bytea primary key,
  nonce text not null,
  verifier text not null,
  expires_at timestamptz(3) not null
);
comment on table staff.oidc_login is 'Logins by OIDC that were begun. Each can be completed once.';
comment on column staff.oidc_login.state_hash is 'SHA-256 of the state, which is random.';
comment on column staff.oidc_login.verifier is 'The secret of PKCE, by which the provider knows that the code is redeemed by whoever began the login.';
