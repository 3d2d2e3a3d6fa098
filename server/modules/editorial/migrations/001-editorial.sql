create schema editorial;
comment on schema editorial is 'What the editor arranges on the site.';

create table editorial.part (
  name text primary key,
  body jsonb not null,
  updated_at timestamptz not null
);
comment on table editorial.part is
  'One document a part (shapes: server/modules/editorial/parts.ts). Parts are replaced whole and kept in memory by every app node; a missing part has the program''s default.';

-- A trigger: kept answers are dropped at every commit that changes a part, whoever writes it.
create function editorial.notify_part_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalog', 'editorial');
  return null;
end $$;
comment on function editorial.notify_part_change is
  'Names the topic, so that listings and rankings, which show no part, stay in memory.';
create trigger part_changed after insert or update or delete on editorial.part
  for each statement execute function editorial.notify_part_change();
