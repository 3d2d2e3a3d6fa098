-- Batches above what one member of staff may give alone wait for a second person.
alter table rewards.redeem_batch
  add column approval text constraint redeem_batch_approval check (approval in ('open', 'approved', 'made')),
  add column approved_by text,
  add column approved_at timestamptz(3),
  add constraint redeem_batch_approved check (
    (approved_at is null) = (approved_by is null) and (approved_at is null) = (approval is null or approval = 'open'));
comment on table rewards.redeem_batch is
  'Redeem codes that were made together. Only the columns of its approval and its stop ever change.';
comment on column rewards.redeem_batch.approval is
  'Null = made by one person alone; open: a second person has to approve it; approved: its author may make its codes; made: the codes exist.';
comment on column rewards.redeem_batch.approved_by is 'Who approved it: not its author, unless there was nobody else.';
