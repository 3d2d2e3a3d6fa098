-- What a reader owns stays in their lists while nobody else may see the comic.
drop index reading.entry_by_activity, reading.entry_owned, reading.entry_read;
create index entry_by_activity on reading.entry (reader_id, activity_at desc, comic_id desc)
  where latest_at is not null or owned_at is not null;
create index entry_owned on reading.entry (reader_id, activity_at desc, comic_id desc) where owned_at is not null;
create index entry_read on reading.entry (reader_id, read_at desc, comic_id desc)
  where read_at is not null and (latest_at is not null or owned_at is not null);
