-- Ranks have no gaps for readers in 青少年模式 either: a ranking is stored for each age limit at which it differs.
alter table reading.ranking add column age_limit smallint;
update reading.ranking set age_limit = case when adult then 18 else 16 end;
alter table reading.ranking drop constraint ranking_pkey, drop column adult,
  alter column age_limit set not null, add check (age_limit in (12, 16, 18)),
  add primary key (snapshot_id, type, genre, age_limit);
comment on column reading.ranking.age_limit is
  'Without comics from a higher age on; only stored where it differs from the ranking with the limit below.';
