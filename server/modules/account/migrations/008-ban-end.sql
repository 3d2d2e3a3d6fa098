-- Nodes of the release before don't know the column: for them a ban has no end.
alter table account.reader add column banned_until timestamptz(3);
comment on column account.reader.banned_until is 'When the ban ends; null = it has no end. Says nothing without `banned_at`.';
