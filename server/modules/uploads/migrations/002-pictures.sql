alter table uploads.upload add column purpose text not null default 'comics' check (purpose in ('comics', 'pictures'));
comment on column uploads.upload.purpose is
  'comics: files to import. pictures: single pictures, such as pages of a chapter, which another call uses.';
