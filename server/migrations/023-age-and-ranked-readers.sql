-- Which chapters have given a reader their growth point. Apart from the history: deleting that must not earn it anew.
create table account.chapter_reward (
  reader_id bigint not null references account.reader on delete cascade,
  chapter_id bigint not null,
  primary key (reader_id, chapter_id)
);
insert into account.chapter_reward (reader_id, chapter_id)
  select p.reader_id, p.chapter_id from reading.place p join account.reader r on r.id = p.reader_id where p.finished;

-- Has read some chapter to its end that was open to them.
alter table account.reader add column has_read boolean not null default false;
update account.reader r set has_read = true
  where exists (select from account.chapter_reward c where c.reader_id = r.id);

-- Whether what this reader favourites counts in rankings: they have credentials, or have read.
alter table reading.library add column counts boolean not null default false;
update reading.library l set counts = true from account.reader r
  where r.id = l.reader_id and (r.has_read or r.password_hash is not null or r.telephone is not null);

-- Whether the favourite was among the few of its day that one address may add to a comic.
alter table reading.entry add column favorite_counts boolean not null default false;
update reading.entry set favorite_counts = true where favorited_at is not null;
create index entry_favorite_counts on reading.entry (comic_id, reader_id)
  where favorited_at is not null and favorite_counts;

-- The key that addresses are hashed with on one day (Asia/Shanghai). Dropped with what was hashed, a day after its day is over.
create table reading.address_key (
  day date primary key,
  key bytea not null
);

-- Which readers count in the rankings of a comic from one address on one day.
create table reading.address_day (
  day date not null,
  address bytea not null,
  comic_id bigint not null,
  readers bigint[] not null check (cardinality(readers) between 1 and 3),
  primary key (day, address, comic_id)
);
