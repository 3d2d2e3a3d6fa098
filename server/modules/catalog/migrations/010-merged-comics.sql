-- A comic that was merged into another keeps its row: its addresses lead to the other one, and the merge can be taken back.
alter table catalog.comic add column merged_into bigint references catalog.comic (id) on delete cascade;
comment on column catalog.comic.merged_into is
  'The comic that it was merged into, which itself was not merged. Its addresses lead there, and files under its title go there.';
alter table catalog.comic add constraint comic_merged_is_offline check (merged_into is null or not online);
create index comic_merged on catalog.comic (merged_into) where merged_into is not null;

alter table catalog.comic drop constraint comic_title_key_key;
create unique index comic_by_title on catalog.comic (title_key) where merged_into is null;

alter table catalog.chapter add column merged_into bigint references catalog.chapter (id) on delete set null;
comment on column catalog.chapter.merged_into is
  'The chapter of the same number that stayed when two comics were merged. Who owns this one may read that one.';
create index chapter_merged on catalog.chapter (merged_into) where merged_into is not null;

-- A chapter that has moved to another comic keeps its small pictures where they are.
create index chapter_by_preview_folder on catalog.chapter (split_part(preview ->> 'key', '/', 2));
