import { allRows, execute } from './db.ts';

/** The last check of a part of the books. */
export type LastCheck = { part: string; checkedAt: Date; broken: { name: string; violations: string[] }[] };

export const noteCheck = execute<[part: string, checkedAt: Date, broken: string]>(
  'core.note-invariant-check',
  `insert into public.invariant_check (part, checked_at, broken) values ($1, $2, $3::jsonb)
   on conflict (part) do update set checked_at = excluded.checked_at, broken = excluded.broken`,
);

export const listLastChecks = allRows<LastCheck, []>(
  'core.last-invariant-checks',
  'select part, checked_at as "checkedAt", broken from public.invariant_check order by part',
);
