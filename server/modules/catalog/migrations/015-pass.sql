-- 月卡: readers with a pass read chapters that were published so many days ago.
alter table catalog.comic
  add column pass_after_days integer not null default 0 check (pass_after_days between 0 and 3650);
comment on column catalog.comic.pass_after_days is
  '月卡: a pass opens chapters that were published at least so many days ago; 0 = it opens none.';
