alter table reading.ranking drop constraint ranking_type_check;
alter table reading.ranking add constraint ranking_type_check
  check (type in ('day', 'week', 'month', 'total', 'sale', 'favorite'));
