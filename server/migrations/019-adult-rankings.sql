-- What readers who said to be of age are shown, where it is another than everybody's: where a comic marked 18 is in it.
alter table reading.ranking add column adult boolean not null default false;
alter table reading.ranking drop constraint ranking_pkey;
alter table reading.ranking add primary key (snapshot_id, type, genre, adult);
