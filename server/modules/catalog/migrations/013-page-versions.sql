-- The pages of a chapter that staff have changed, as they were and as they are.
create table catalog.page_version (
  id bigint generated always as identity primary key,
  chapter_id bigint not null references catalog.chapter on delete cascade,
  actor text,
  made_at timestamptz not null,
  left_at timestamptz,
  pages jsonb not null check (jsonb_array_length(pages) > 0),
  thumb jsonb,
  preview jsonb not null,
  damaged_pages int not null check (damaged_pages >= 0)
);
comment on column catalog.page_version.actor is 'As in audit.entry. Null = the pages that were imported.';
comment on column catalog.page_version.made_at is 'When this version became the pages of the chapter; of imported pages, when they were changed first.';
comment on column catalog.page_version.left_at is
  'When it was replaced. It can be restored for 30 days. Null = the chapter has these pages.';
comment on column catalog.page_version.pages is 'As in catalog.chapter, in the same folder of the image storage.';
create index page_version_by_chapter on catalog.page_version (chapter_id, id);
create index page_version_by_preview_folder on catalog.page_version (split_part(preview ->> 'key', '/', 2));
create index page_version_left on catalog.page_version (left_at) where left_at is not null;

alter table catalog.chapter add column pages_version bigint;
comment on column catalog.chapter.pages_version is 'catalog.page_version. Null = its pages are as they were imported.';
