-- What staff change in many comics at once: the comics as they were when the change was shown, before it is made.
create table catalog.bulk_change (
  id bigint generated always as identity primary key,
  actor text not null,
  action text not null,
  made_at timestamptz not null,
  applied_at timestamptz,
  undone_at timestamptz
);
comment on column catalog.bulk_change.actor is 'As in audit.entry. Only this person applies and undoes it.';

create table catalog.bulk_change_comic (
  bulk_change_id bigint not null references catalog.bulk_change on delete cascade,
  comic_id bigint not null references catalog.comic on delete cascade,
  before jsonb not null,
  after jsonb not null,
  entry_id bigint,
  protects text[] not null default '{}',
  primary key (bulk_change_id, comic_id)
);
comment on column catalog.bulk_change_comic.before is 'The columns that change, by name.';
comment on column catalog.bulk_change_comic.entry_id is
  'The entry of the audit log; null until it is applied, and where the comic was changed in between.';
comment on column catalog.bulk_change_comic.protects is
  'The columns that it has added to comic.set_by_hand; an undo takes away these alone.';
create index bulk_change_comic_by_comic on catalog.bulk_change_comic (comic_id);
