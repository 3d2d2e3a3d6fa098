alter table notices.subscription drop column sent_on, drop column sent;

create table notices.pushed_day (
  reader_id bigint primary key,
  day date not null,
  pushed text[] not null
);
comment on table notices.pushed_day is 'The pushes to a reader on a day, for the limit of a day.';
comment on column notices.pushed_day.day is 'The day (Asia/Shanghai) of the last push.';
comment on column notices.pushed_day.pushed is 'The id and the count of each notice, which several browsers show as one.';

alter table notices.notice drop constraint notice_kind_check,
  add constraint notice_kind_check check (kind in (
    'update', 'work', 'ready', 'granted', 'refunded', 'expiring', 'passEnds', 'giftEnds', 'reply', 'event', 'system'));
