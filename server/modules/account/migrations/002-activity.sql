-- What gifts for readers who come back, and the marks of unread gifts, need to know of a reader. Beside the reader, because
-- every call reads that row anyway.
alter table account.reader
  add column seen_at timestamptz(3),
  add column away_since timestamptz(3),
  add column back_at timestamptz(3),
  add column claimed_gifts integer[],
  add constraint reader_away_and_back check ((away_since is null) = (back_at is null) and back_at > away_since);
comment on column account.reader.seen_at is 'The last use of any session, written at most once a day; null on the first day.';
comment on column account.reader.away_since is 'When the last absence of a week or more began; null without one.';
comment on column account.reader.back_at is 'When that absence ended.';
comment on column account.reader.claimed_gifts is
  'The latest gift campaigns claimed, a copy for the unread mark alone: what counts is rewards.gift_claim. Null: none.';
