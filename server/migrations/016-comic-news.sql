-- News of comics (migration 010) get their time at the very end of the transaction that makes them, beside the comic: so a
-- shelf need look back only as far as a commit takes, and not as long as any transaction may last.
drop trigger comic_news on catalog.comic;
drop function catalog.note_news();
alter table catalog.comic drop column news_at;

create table catalog.comic_news (
  comic_id bigint primary key references catalog.comic on delete cascade,
  news_at timestamptz not null
) with (fillfactor = 70);
create index comic_news_by_time on catalog.comic_news (news_at);

create function catalog.note_news() returns trigger language plpgsql as $$
begin
  -- The comic may be gone again by the end of the transaction.
  insert into catalog.comic_news as kept (comic_id, news_at)
  select id, clock_timestamp() from catalog.comic where id = new.id
  on conflict (comic_id) do update set news_at = excluded.news_at;
  return null;
end $$;
-- A comic that has just been made has nothing out: it is news when its first chapter is.
create constraint trigger comic_news after update on catalog.comic deferrable initially deferred for each row
  when ((old.latest_at, old.online, old.cover is null, old.age_rating)
    is distinct from (new.latest_at, new.online, new.cover is null, new.age_rating))
  execute function catalog.note_news();

-- Whatever a library knows, it asks for all of its comics once.
update reading.library set news_at = '-infinity';
