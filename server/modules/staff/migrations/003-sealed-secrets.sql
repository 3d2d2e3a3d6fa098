alter table staff.link drop column totp_secret;
comment on table staff.link is
  'One-time links with which a person sets a password and an authenticator, whose secret is made from the token of the link.';
comment on column staff.person.totp_secret is
  'Encrypted by AES-256-GCM with staff.key of the data folder, for this person alone. 20 bytes: not encrypted yet, by an older version.';
comment on column staff.person.new_totp_secret is
  'The secret of a new authenticator until a code of it is accepted, encrypted alike.';
comment on table staff.api_key is
  'Keys for scripts. A key is deleted when it is ended, when its person is disabled or gets another role, and when they set another password or authenticator.';
