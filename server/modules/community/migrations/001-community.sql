create schema community;
comment on schema community is
  'What readers say of chapters and comics. Readers, chapters and comics are numbers here.';

create table community.chapter_likes (
  chapter_id bigint primary key,
  comic_id bigint not null,
  likes integer not null default 0 constraint chapter_likes_not_negative check (likes >= 0)
);
comment on table community.chapter_likes is 'How many readers like a chapter. Triggers count.';
comment on column community.chapter_likes.comic_id is 'The comic in which it is read now: follows merges of comics.';
create index chapter_likes_by_comic on community.chapter_likes (comic_id) include (likes);

create table community.chapter_like (
  reader_id bigint not null,
  chapter_id bigint not null constraint chapter_like_of_counted references community.chapter_likes,
  at timestamptz(3) not null,
  constraint chapter_like_once_a_reader primary key (reader_id, chapter_id)
);
comment on table community.chapter_like is 'A chapter that a reader likes.';
create index chapter_like_by_chapter on community.chapter_like (chapter_id);

create table community.comic_ratings (
  comic_id bigint primary key,
  ratings integer not null constraint comic_ratings_not_negative check (ratings >= 0),
  stars integer not null constraint comic_ratings_within check (stars between ratings and 5 * ratings)
);
comment on table community.comic_ratings is 'How many readers have rated a comic, and the sum of their stars. Triggers count.';

create table community.comic_rating (
  reader_id bigint not null,
  comic_id bigint not null,
  stars smallint not null constraint comic_rating_stars check (stars between 1 and 5),
  at timestamptz(3) not null,
  constraint comic_rating_once_a_reader primary key (reader_id, comic_id)
);
comment on table community.comic_rating is 'A reader''s rating of a comic.';
create index comic_rating_by_comic on community.comic_rating (comic_id);

create function community.count_like() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update community.chapter_likes set likes = likes + 1 where chapter_id = new.chapter_id;
  else
    update community.chapter_likes set likes = likes - 1 where chapter_id = old.chapter_id;
  end if;
  return null;
end $$;
comment on function community.count_like is
  'A trigger because likes also go when readers are erased, and come when comics are merged; the counts never differ from the likes.';
create trigger like_counted after insert or delete on community.chapter_like
  for each row execute function community.count_like();

create function community.count_rating() returns trigger language plpgsql as $$
begin
  insert into community.comic_ratings as c (comic_id, ratings, stars)
    values (coalesce(new.comic_id, old.comic_id), 0, 0) on conflict do nothing;
  update community.comic_ratings
    set ratings = ratings + (new is not null)::integer - (old is not null)::integer,
      stars = stars + coalesce(new.stars, 0) - coalesce(old.stars, 0)
    where comic_id = coalesce(new.comic_id, old.comic_id);
  return null;
end $$;
comment on function community.count_rating is 'As with likes.';
create trigger rating_counted after insert or update of stars or delete on community.comic_rating
  for each row execute function community.count_rating();
