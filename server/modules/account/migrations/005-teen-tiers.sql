alter table account.reader add column teen_from_16 boolean not null default false;
comment on column account.reader.teen_from_16 is
  'In teen mode: the reader is 16 or 17 and may read longer a day. Says nothing while teen mode is off.';
