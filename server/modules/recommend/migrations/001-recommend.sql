create schema recommend;
comment on schema recommend is
  'What to read next, made from what readers read together and from genres. Nothing here is of a single reader, and all of it can be made again.';

create table recommend.related (
  comic_id bigint primary key,
  comics bigint[] not null,
  scores real[] not null,
  ages smallint[] not null,
  fresh bigint[] not null,
  fresh_ages smallint[] not null,
  check (cardinality(comics) = cardinality(scores) and cardinality(comics) = cardinality(ages)
    and cardinality(fresh) = cardinality(fresh_ages))
);
comment on table recommend.related is
  'The comics to recommend to who reads a comic. Comics are numbers here: one that is gone is left out when the list is shown, and from the next making on.';
comment on column recommend.related.comics is 'The most related first; as long as needed for a full list at every age limit.';
comment on column recommend.related.ages is 'From which age on readers are shown each.';
comment on column recommend.related.fresh is 'New comics of the same genres, of which some are shown on each day.';

create table recommend.general (
  is_only boolean primary key default true check (is_only),
  made_at timestamptz(3) not null,
  comics bigint[] not null,
  ages smallint[] not null,
  fresh bigint[] not null,
  fresh_ages smallint[] not null,
  check (cardinality(comics) = cardinality(ages) and cardinality(fresh) = cardinality(fresh_ages))
);
comment on table recommend.general is 'What is popular and what is new, for readers of whom nothing is known yet; and when all lists were made.';
