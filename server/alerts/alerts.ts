import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { lastBackup } from '../backup/tables.ts';
import type { DiskWatch } from '../disk/disk-watch.ts';
import {
  findRefusedImport,
  listRaised,
  listSightings,
  noteEnded,
  noteRaised,
} from '../modules/operations/operations.ts';
import { newestComplaint } from '../modules/support/support.ts';
import { type Facts, RULE_NAMES, RULES, SEEN_WITHIN_MS } from './rules.ts';
import type { AlertSettings } from './settings.ts';
import type { Tell } from './webhook.ts';

/** Whom to tell, and what not. */
export type Alerting = { tell: Tell } & Pick<AlertSettings, 'backupHours' | 'off'>;

/**
 * Tells the operator of every trouble once, and when it is over. To be run by one node at a time: what was told is in the
 * database, and what could not be told is tried again the next time.
 */
export async function lookForTrouble(
  { tell, backupHours, off }: Alerting,
  { pool, disks, log }: { pool: Pool; disks: Pick<DiskWatch, 'low'>; log: Logger },
  now: Date,
): Promise<void> {
  const facts = await gather(pool, disks, now);
  const raised = new Map((await listRaised(pool)).map((alert) => [alert.rule, alert]));
  for (const rule of RULE_NAMES) {
    if (off.includes(rule)) continue;
    const { title, find } = RULES[rule];
    const trouble = find(facts, { backupHours }) || null;
    const before = raised.get(rule);
    if ((trouble?.occasion ?? null) === (before?.occasion ?? null)) continue;
    try {
      await tell(trouble ? `【漫屿】${title}：${trouble.text}` : `【漫屿】${title}：恢复了（${before?.text}）`);
    } catch (error) {
      log.warn({ rule, why: error instanceof Error ? error.message : String(error) }, 'an alert could not be told');
      continue;
    }
    if (trouble) await noteRaised(pool, { rule, ...trouble }, now);
    else await noteEnded(pool, rule);
  }
}

async function gather(pool: Pool, disks: Pick<DiskWatch, 'low'>, now: Date): Promise<Facts> {
  return {
    now,
    lowDisks: disks.low(),
    lastBackup: await lastBackup(pool),
    refusedImport: await findRefusedImport(pool),
    seen: await listSightings(pool, new Date(now.getTime() - SEEN_WITHIN_MS)),
    complaint: await newestComplaint(pool),
  };
}
