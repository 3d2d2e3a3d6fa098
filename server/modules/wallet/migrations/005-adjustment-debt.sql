-- Coins that an operator gave by mistake are owed where they were spent before they are taken back.
insert into wallet.account (code, asset) values ('sys:adjustment', 'debt');
comment on column wallet.account.asset is
  'debt: coins that were spent before a refund or an operator took them back. A wallet has the account only once it has owed some; coins that come in pay it first.';
