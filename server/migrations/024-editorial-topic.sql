-- Says which topic has changed, so that listings and rankings, which show nothing of the editor's, stay in memory.
create or replace function editorial.tell_part() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalog', 'editorial');
  return null;
end $$;
