import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { type Db, execute, rows, type Statement, statement, type Tx, transaction } from './db.ts';
import { noteCheck } from './invariant-check-store.ts';

/** A row that must not exist, as `what` and its figures. */
export type Violation = { what: string };

/** The invariants of a module's tables, each as a query for the rows that break it. */
export type Invariants<Name extends string> = readonly { name: Name; query: Statement<Violation, []> }[];

export type BrokenInvariant<Name extends string> = { name: Name; violations: string[] };
/** Every invariant at one moment. */
export type CheckResult<Name extends string> = { checked: number; broken: BrokenInvariant<Name>[] };

/** How many violations of one invariant are shown. */
export const MOST_SHOWN = 20;

/** Names a query for the violations of each invariant. */
export function invariantsOf<Name extends string>(
  module: string,
  queries: Readonly<Record<Name, string>>,
): Invariants<Name> {
  const names = Object.keys(queries) as Name[];
  return names.map((name) => ({
    name,
    query: statement<Violation, []>(
      `${module}.${name}`,
      `select what from (${queries[name]}) broken limit ${MOST_SHOWN}`,
    ),
  }));
}

/** All later statements of this transaction see one moment of the database. Must be its first statement. */
export const takeSnapshot = execute<[], Tx>(
  'core.snapshot',
  'set transaction isolation level repeatable read, read only',
);

/** The first violations of each invariant, by its name. */
export async function listViolations<Name extends string>(
  db: Db,
  invariants: Invariants<Name>,
): Promise<Map<Name, string[]>> {
  const found = new Map<Name, string[]>();
  for (const { name, query } of invariants)
    found.set(
      name,
      (await rows(db, query)).map(({ what }) => what),
    );
  return found;
}

/** Looks at all invariants as of one moment. */
export function checkAll<Name extends string>(pool: Pool, invariants: Invariants<Name>): Promise<CheckResult<Name>> {
  return transaction(pool, async (tx) => {
    await takeSnapshot(tx);
    const all = await listViolations(tx, invariants);
    return { checked: all.size, broken: brokenOf(all) };
  });
}

export function brokenOf<Name extends string>(found: ReadonlyMap<Name, string[]>): BrokenInvariant<Name>[] {
  return [...found].flatMap(([name, violations]) => (violations.length > 0 ? [{ name, violations }] : []));
}

/** Checks the parts of the books by their names, one after the other, and stores each result as its last. */
export async function checkParts(
  pool: Pool,
  parts: Readonly<Record<string, (pool: Pool) => Promise<CheckResult<string>>>>,
  now: Date,
): Promise<CheckResult<string>> {
  const all: CheckResult<string> = { checked: 0, broken: [] };
  for (const [part, check] of Object.entries(parts)) {
    const { checked, broken } = await check(pool);
    await noteCheck(pool, part, now, JSON.stringify(broken));
    all.checked += checked;
    all.broken.push(...broken);
  }
  return all;
}

/** A check that is made now and then. */
export type Alarm = {
  check(now: Date): Promise<void>;
  /** How many invariants were broken at the last check, for the metrics. */
  broken(): number;
};

type AlarmParts<Name extends string> = {
  pool: Pool;
  log: Logger;
  /** The module, as the log names it. */
  alarm: string;
  says: string;
  /** `brokenBefore` = how many were broken the last time. */
  find(now: Date, brokenBefore: number): Promise<readonly BrokenInvariant<Name>[]>;
};

/** Logs every invariant that is found broken, and stores the result. */
export function createAlarm<Name extends string>({ pool, log, alarm, says, find }: AlarmParts<Name>): Alarm {
  let broken = 0;
  return {
    async check(now) {
      const found = await find(now, broken);
      broken = found.length;
      await noteCheck(pool, alarm, now, JSON.stringify(found));
      for (const { name, violations } of found) log.fatal({ alarm, invariant: name, violations }, says);
    },
    broken: () => broken,
  };
}
