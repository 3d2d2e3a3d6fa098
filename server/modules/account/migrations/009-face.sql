alter table account.reader add column face smallint not null default 0 check (face >= 0);
comment on column account.reader.face is 'The number of the drawing that the reader has chosen as avatar; 0 = the icon of the grade.';
