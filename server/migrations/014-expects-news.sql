-- A reader who subscribes to a comic or wrote feedback may have something unread. For all others nobody needs to look.
alter table account.reader add column expects_news boolean not null default false;
