create table public.invariant_check (
  part text primary key,
  checked_at timestamptz(3) not null,
  broken jsonb not null
);
comment on table public.invariant_check is 'The result of the last check of the invariants of each part of the books.';
comment on column public.invariant_check.broken is 'The broken invariants with their first violations; an empty list = none.';
