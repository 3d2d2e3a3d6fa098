create index wait_timer_by_end on membership.wait_timer (ready_at, reader_id, comic_id);
comment on index membership.wait_timer_by_end is 'The timers to announce once they are ready.';
create index pass_grant_by_end on membership.pass_grant ((starts_on + (days - taken_days)));
comment on index membership.pass_grant_by_end is 'The passes to announce before they end.';
