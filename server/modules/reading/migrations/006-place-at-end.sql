-- A chapter that was finished before this column existed opens at its top.
alter table reading.place add column at_end boolean not null default true;
comment on column reading.place.at_end is
  'The place is the end of the chapter, so that a finished chapter opens at its top. False while it is read again. Only meaningful where the chapter is finished.';
