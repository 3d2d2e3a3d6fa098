create schema search;
comment on schema search is
  'What readers can search for, derived from the catalogue, and what they searched for. All texts compare by their bytes: nothing here depends on the locale of the database.';

create table search.document (
  comic_id bigint primary key references catalog.comic on delete cascade,
  fingerprint text not null,
  title text not null,
  shown_names text[] not null,
  shown_authors text[] not null,
  names text[] collate "C" not null,
  authors text[] collate "C" not null,
  genres text[] collate "C" not null,
  body text collate "C" not null,
  spelled text[] not null,
  terms text[] collate "C" not null,
  code text collate "C" not null,
  status text not null check (status in ('serial', 'complete')),
  from_age smallint not null check (from_age >= 0),
  views bigint not null,
  created_at timestamptz(3) not null,
  latest_at timestamptz(3) not null
) with (fillfactor = 80);
comment on table search.document is 'A comic that readers can see, as it is searched. Losing it costs time only: the app writes it anew.';
comment on column search.document.fingerprint is
  'MD5 of the recipe and of everything of the comic that is searched: where it differs the row is made again.';
comment on column search.document.shown_names is 'The title and the aliases as they are written.';
comment on column search.document.names is 'The same, folded: simplified, narrow, lower case, without punctuation.';
comment on column search.document.authors is 'Folded.';
comment on column search.document.genres is 'As comics carry them, to filter by.';
comment on column search.document.body is 'Names, authors and genres, folded, one a line: a word that is searched for is a part of a line.';
comment on column search.document.spelled is
  'The pinyin of names and authors: syllables apart by spaces, readings of one character by slashes, a dash for none.';
comment on column search.document.terms is
  'Parts of one and two characters of the body; of the pinyin P and two neighbouring letters, S and the first two or three letters from a syllable on, I and two or three initials, F and the first initial.';
comment on column search.document.from_age is 'From which age on readers are shown it.';
comment on column search.document.views is 'As of some minutes ago.';
create index document_by_term on search.document using gin (terms) with (fastupdate = off);
create index document_by_code on search.document (code);
create index document_by_age on search.document (from_age, status);
create index document_by_genre on search.document using gin (genres);
create index document_by_views on search.document (views desc, comic_id desc);
create index document_by_creation on search.document (created_at desc, comic_id desc);
create index document_by_update on search.document (latest_at desc, comic_id desc);

create table search.day_salt (
  day date primary key,
  salt bytea not null check (length(salt) = 16)
);
comment on table search.day_salt is
  'Mixed into the addresses of a day (Shanghai), so that they are counted and can''t be found out. Deleted with the day.';

create table search.asked (
  day date not null,
  asker bytea not null check (length(asker) = 16),
  word text collate "C" not null,
  primary key (day, asker, word)
);
comment on table search.asked is
  'Who searched for what on this day, so that each address counts once: hashes with the salt of the day. Deleted when the day is over.';

create table search.asked_word (
  day date not null,
  word text collate "C" not null,
  shown text not null,
  askers integer not null check (askers > 0),
  from_age smallint,
  primary key (day, word)
);
comment on table search.asked_word is 'From how many addresses a word was searched for on a day; of each day those of most are kept.';
comment on column search.asked_word.word is 'Folded.';
comment on column search.asked_word.shown is 'As it was last written.';
comment on column search.asked_word.from_age is 'The lowest age rating of what it found; null where it found nothing.';

create table search.hidden_word (
  word text collate "C" primary key,
  hidden_at timestamptz not null
);
comment on table search.hidden_word is 'Words, folded, that an operator keeps out of hot words and suggestions.';
