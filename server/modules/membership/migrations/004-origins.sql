-- Days that were moved or given back belong to what was sold first, so that a refund finds them.
alter table membership.pass_grant add column origin text;

with recursive chain as (
  select id, key, key as origin from membership.pass_grant where source <> 'move'
  union all
  select g.id, g.key, c.origin from membership.pass_grant g join chain c
    on g.source = 'move' and g.key like 'merge:' || c.id || ':%'
)
update membership.pass_grant g set origin = c.origin from chain c where c.id = g.id;
update membership.pass_grant set origin = key where origin is null;

alter table membership.pass_grant alter column origin set not null;
comment on column membership.pass_grant.origin is
  'The key of the grant from which the days were taken first; its own key unless source is move.';
create index pass_grant_by_origin on membership.pass_grant (origin);

alter table membership.pass_taking
  drop constraint pass_taking_once_by_key,
  add constraint pass_taking_once_by_key unique (key, grant_id);
