-- How many subscribed comics have something new is asked at every start of the client: counted in an index of just these.
create index entry_unread on reading.entry (reader_id, age)
  where latest_at > seen_at and subscribed_at is not null;
