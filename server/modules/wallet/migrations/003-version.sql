-- A purchase reads the wallet, decides, and then posts in one statement only if nothing has moved meanwhile.
alter table wallet.wallet add column version bigint not null default 0;
alter table wallet.wallet set (fillfactor = 80);
comment on column wallet.wallet.version is
  'Grows with whatever moves money or purchases of this wallet, in the same statement. Who wrote by what they read before can tell whether it still holds.';

-- With the chapters in it, what a reader owns of a long comic is read from the index alone.
drop index wallet.purchase_by_comic;
create index purchase_by_comic on wallet.purchase (wallet_id, comic_id, chapter_id);
