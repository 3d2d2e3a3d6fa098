import type { Pool } from 'pg';
import type { PayloadOf } from '#contract/call';
import { auditCheck, auditExport, auditList } from '#contract/console/staff';
import { transaction } from '../../core/db/db.ts';
import { type Served, serve } from '../../core/dispatch/dispatch.ts';
import { cursorAfter, readCursor, readPage } from '../../core/refusal/paging.ts';
import { renderCsv } from '../../core/text/csv.ts';
import { addDays } from '../../core/time/shanghai-calendar.ts';
import { startOfShanghaiDay } from '../../core/time/shanghai-day.ts';
import { checkChain, type Entry, type EntryFilter, filterEntries } from '../audit/audit.ts';
import { logStaffEvent, staffActor } from './audit-log.ts';
import { auditTable, viewEntry } from './audit-table.ts';
import { staffNames } from './names.ts';

const MOST_EXPORTED = 10_000;

/** The names of the subjects of entries, by subject and id: `comic 5`. Deleted subjects have no name. */
export type ContentNames = (pool: Pool, entries: readonly Entry[]) => Promise<ReadonlyMap<string, string>>;

/** The audit log as owners read it. */
export function auditCalls(pool: Pool, contentNames: ContentNames): Served[] {
  return [
    serve(auditList, async (_ctx, { cursor, size, ...given }) => {
      const before = readCursor(cursor, ['number'])?.[0] ?? Number.MAX_SAFE_INTEGER;
      const filter = filterOf(given);
      const { rows, last } = await readPage(size, (limit) => filterEntries(pool, filter, before, limit));
      const names = await staffNames(pool);
      const contents = await contentNames(pool, rows);
      const list = rows.map((entry) => viewEntry(entry, names, contents));
      return { list, next: last && cursorAfter([last.id]) };
    }),

    serve(auditExport, async ({ caller, now }, given) => {
      const found = await filterEntries(pool, filterOf(given), Number.MAX_SAFE_INTEGER, MOST_EXPORTED + 1);
      const rows = found.slice(0, MOST_EXPORTED);
      const names = await staffNames(pool);
      const log = { actor: staffActor(caller.personId), action: 'export-audit', personId: caller.personId };
      await transaction(pool, (tx) => logStaffEvent(tx, { ...log, after: { rows: rows.length } }, now));
      const csv = renderCsv(auditTable(rows, names, await contentNames(pool, rows)));
      return { csv, rows: rows.length, truncated: found.length > rows.length };
    }),

    serve(auditCheck, async ({ now }) => {
      const { entries, altered, head } = await checkChain(pool, now);
      return { entries, altered, head };
    }),
  ];
}

function filterOf({ actor, subject, from, to }: PayloadOf<typeof auditExport>): EntryFilter {
  return {
    actor: actor ?? null,
    subject: subject ?? null,
    from: from === undefined ? null : startOfShanghaiDay(from),
    until: to === undefined ? null : startOfShanghaiDay(addDays(to, 1)),
  };
}
