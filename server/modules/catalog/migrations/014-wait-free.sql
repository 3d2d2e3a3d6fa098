-- 等就免费: readers open a locked chapter without paying, one in so many hours.
alter table catalog.comic
  add column wait_hours integer not null default 0 check (wait_hours between 0 and 168),
  add column wait_except_latest integer not null default 3 check (wait_except_latest between 0 and 1000),
  add column wait_read_hours integer not null default 72 check (wait_read_hours between 1 and 720);
comment on column catalog.comic.wait_hours is '等就免费: the hours between two chapters; 0 = off.';
comment on column catalog.comic.wait_except_latest is '等就免费: the number of the newest chapters that stay paid.';
comment on column catalog.comic.wait_read_hours is '等就免费: the hours for which an opened chapter stays readable.';
