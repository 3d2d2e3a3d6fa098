-- The totals of a day say how many readers a comic had, which its chapters alone do not.
alter table reading.view add column comic_id bigint not null;
