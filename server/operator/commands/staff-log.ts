import type { Pool } from 'pg';
import { givenDay, WrongUsage } from '../../core/command-line/command-line.ts';
import { renderCsv } from '../../core/text/csv.ts';
import { addDays } from '../../core/time/shanghai-calendar.ts';
import { startOfShanghaiDay } from '../../core/time/shanghai-day.ts';
import { checkChain, type EntryFilter, filterEntries } from '../../modules/audit/audit.ts';
import { contentNames } from '../../modules/catalog/catalog.ts';
import { auditTable, findPersonByName, staffActor, staffNames } from '../../modules/staff/staff.ts';
import { renderTable } from './table.ts';

const SHOWN = 50;
const MOST_EXPORTED = 10_000;

export type LogArgs = { command: 'log'; name: string | null; from: string | null; to: string | null; csv: boolean };
type Context = { pool: Pool; stdout: { write(text: string): unknown }; clock: () => Date };

export function readLogArgs(
  name: string | undefined,
  { from, to, csv }: { from?: string | undefined; to?: string | undefined; csv?: boolean | undefined },
): LogArgs {
  return {
    command: 'log',
    name: name ?? null,
    from: readDay('--from', from),
    to: readDay('--to', to),
    csv: csv === true,
  };
}

function readDay(option: string, given: string | undefined): string | null {
  return given === undefined ? null : givenDay(given, `${option} 要写日期，如 2026-11-01`);
}

/** Shows the entries of the log, the latest last, or all of them as CSV; returns the exit code. */
export async function showLog({ name, from, to, csv }: LogArgs, { pool, stdout }: Context): Promise<number> {
  const person = name === null ? null : await findPersonByName(pool, name);
  if (name !== null && !person) {
    stdout.write(`没有「${name}」这位员工。\n`);
    return 1;
  }
  const filter: EntryFilter = {
    actor: person && staffActor(person.id),
    subject: null,
    from: from === null ? null : startOfShanghaiDay(from),
    until: to === null ? null : startOfShanghaiDay(addDays(to, 1)),
  };
  const entries = await filterEntries(pool, filter, Number.MAX_SAFE_INTEGER, csv ? MOST_EXPORTED : SHOWN);
  const contents = await contentNames(pool, entries);
  const table = auditTable(csv ? entries : entries.toReversed(), await staffNames(pool), contents);
  const shown = entries.length > 0 ? renderTable(table, [0, 5]) : '没有符合条件的记录。\n';
  stdout.write(csv ? renderCsv(table) : shown);
  return 0;
}

export type CheckLogArgs = { command: 'check-log'; known: string | null };

export function readCheckLogArgs(known: string | undefined): CheckLogArgs {
  if (known !== undefined && !/^[\da-f]{64}$/.test(known)) throw new WrongUsage('哈希是 64 个十六进制的数字');
  return { command: 'check-log', known: known ?? null };
}

/** Checks whether the log was changed; returns the exit code. */
export async function checkLog({ known }: CheckLogArgs, { pool, stdout, clock }: Context): Promise<number> {
  const { entries, altered, head, hasKnown } = await checkChain(pool, clock(), known);
  if (altered !== null) {
    stdout.write(`第 ${altered} 条被改过、删掉或插了进来，之前的 ${entries} 条没有。\n`);
    return 1;
  }
  stdout.write(`${entries} 条都没有被改过。\n${head === null ? '' : `最后的哈希：${head}\n`}`);
  if (known === null) return 0;
  stdout.write(hasKnown ? '你给的哈希在其中。\n' : '你给的哈希不在其中：那时的记录后来被改过。\n');
  return hasKnown ? 0 : 1;
}
