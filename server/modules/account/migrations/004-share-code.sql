-- What an address that a reader shares says of them. Not the id, which would tell strangers who shared what, and how many
-- readers there are.
alter table account.reader
  add column share_code text not null default substr(replace(gen_random_uuid()::text, '-', ''), 1, 12);
comment on column account.reader.share_code is
  'Random; the referral value `u` of the addresses that this reader shares. In `source` of the readers who come by them.';
create unique index reader_by_share_code on account.reader (share_code);
