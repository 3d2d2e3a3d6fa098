create table operations.job (
  name text primary key,
  done_at timestamptz(3),
  failed_at timestamptz(3),
  failure text
);
comment on table operations.job is 'When periodic work was done last and when it failed last, on any node.';

create table operations.task (
  id bigint generated always as identity primary key,
  kind text not null,
  actor text not null,
  state text not null,
  started_at timestamptz(3) not null,
  seen_at timestamptz(3) not null,
  ended_at timestamptz(3),
  step text,
  done bigint not null default 0,
  total bigint,
  result jsonb,
  constraint task_kind check (kind in ('backup', 'doctor')),
  constraint task_state check (state in ('running', 'done', 'failed')),
  constraint task_ended check ((state = 'running') = (ended_at is null))
);
create unique index task_one_of_kind on operations.task (kind) where state = 'running';
create index task_by_kind on operations.task (kind, id);
comment on table operations.task is 'Work that a member of staff started in the console and that runs in a process of its own.';
comment on column operations.task.seen_at is
  'When the process last said that it runs. A task that is running and has been silent for long was killed.';
comment on column operations.task.total is 'Null where it is not known.';
comment on column operations.task.result is 'What the command would have printed, or what the doctor has found.';
