-- What an import has read of each file or folder, so that an unchanged one need not be read again. Only a memory:
-- losing it costs time and nothing else.
create table catalog.import_source (
  -- sha256 of the absolute path.
  path_hash bytea primary key check (length(path_hash) = 32),
  -- sha256 of the names, sizes and times of what lies there, as the file system tells them.
  stamp bytea not null check (length(stamp) = 32),
  -- sha256 of the content, as catalog.chapter.source_sha256.
  sha256 bytea not null check (length(sha256) = 32),
  read_at timestamptz not null
);

-- What the files beside the chapters (series.yaml, cover.jpg) said when they were last obeyed: only news is applied,
-- so that a later word of the operator lasts.
alter table catalog.comic add column told_sha256 bytea check (length(told_sha256) = 32);
