create schema operations;
comment on schema operations is
  'What the operator is to know, beside the log: shared by all nodes and by the commands. Nothing here names a reader.';

create table operations.sighting (
  what text primary key,
  times bigint not null,
  detail text not null,
  seen_at timestamptz(3) not null
);
comment on table operations.sighting is
  'What the nodes met while answering that says something is set up wrongly or broken: how often, and the latest.';
comment on column operations.sighting.what is
  'other-address, untrusted-proxy, fault, or alarm: and the alarm that the log was written with.';

create table operations.disk_day (
  place text not null,
  day date not null,
  used_bytes bigint not null,
  primary key (place, day)
);
comment on table operations.disk_day is
  'How full a disk was when it was looked at first on a day (Asia/Shanghai), for how fast it fills. Ninety days are kept.';

create table operations.refused_import (
  is_only boolean primary key default true check (is_only),
  refused int not null,
  example text not null,
  at timestamptz(3) not null
);
comment on table operations.refused_import is 'The last import that refused something.';

create table operations.alert (
  rule text primary key,
  occasion text not null,
  text text not null,
  raised_at timestamptz(3) not null
);
comment on table operations.alert is 'What the operator was alerted to and that has not been over since.';
comment on column operations.alert.occasion is 'Another one under the same rule is told anew.';
