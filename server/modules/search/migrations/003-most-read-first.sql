alter table search.document add column tier smallint not null default 2 check (tier between 0 and 2);
comment on column search.document.tier is
  '0 the thousand that are read most, 1 the next three thousand, 2 all others; as of some minutes ago. What many comics have is looked for in one after the other, until enough are found.';
create index document_of_tier_0 on search.document using gin (terms) with (fastupdate = off) where tier = 0;
create index document_of_tier_1 on search.document using gin (terms) with (fastupdate = off) where tier = 1;
create index document_by_tier on search.document (tier) where tier < 2;
