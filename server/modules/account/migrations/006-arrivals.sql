-- Where readers come from without a referral value, and when they have got an account.
alter table account.reader add column referrer text, add column registered_at timestamptz(3);
comment on column account.reader.referrer is 'The host of the page from which this reader came first; null where it is not known, or this site.';
comment on column account.reader.registered_at is
  'When a visitor first got a password or a phone number. Of those from before the column it is when they came.';
update account.reader set registered_at = created_at where password_hash is not null or telephone is not null;
