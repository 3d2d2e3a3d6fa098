import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { shanghaiDay, startOfShanghaiDay } from '../../core/time/shanghai-day.ts';
import type { SmsBudget } from '../../modules/account/account.ts';
import { listManyReveals } from '../../modules/audit/audit.ts';
import {
  findRefusedImport,
  listOperatorEvents,
  listRaised,
  noteEnded,
  noteRaised,
} from '../../modules/operations/operations.ts';
import { actorNames } from '../../modules/staff/staff.ts';
import { newestComplaint } from '../../modules/support/support.ts';
import { lastBackup } from '../backup/tables.ts';
import type { DiskWatch } from '../disk/disk-watch.ts';
import type { Receiver } from './receivers.ts';
import { type Facts, MANY_PHONES, RULE_NAMES, RULES, type RuleName, SEEN_WITHIN_MS, type Trouble } from './rules.ts';
import type { AlertSettings } from './settings.ts';

/** The receivers of alerts, and the rules that are off. */
export type Alerting = { receivers: readonly Receiver[] } & Pick<AlertSettings, 'backupHours' | 'off'>;

type Sources = { pool: Pool; disks: Pick<DiskWatch, 'low'>; smsBudget: SmsBudget };
/** `siteName` is in every alert, for operators of several sites. */
export type AlertParts = Sources & { log: Logger; siteName(): Promise<string> };

/** The result of a rule. `trouble` is null if all is well. */
type Finding = { rule: RuleName; title: string; trouble: Trouble | null };

/**
 * Sends every receiver one alert when a problem begins and one when it ends. Run by one node at a time: sent alerts are in the
 * database. An alert that could not be sent is tried again with the next call.
 */
export async function checkAndAlert(
  { receivers, backupHours, off }: Alerting,
  { log, siteName, ...sources }: AlertParts,
  now: Date,
): Promise<void> {
  const [facts, site] = await Promise.all([gather(sources, now), siteName()]);
  const findings = RULE_NAMES.filter((rule) => !off.includes(rule)).map((rule): Finding => {
    const { title, find } = RULES[rule];
    return { rule, title, trouble: find(facts, { backupHours }) || null };
  });
  await Promise.all(
    receivers.map(async ({ name, send }) => {
      const sendForSite = (text: string) => send(`【${site}】${text}`);
      try {
        await sendChanges(sources.pool, { name, send: sendForSite }, findings, now);
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        log.warn({ receiver: name, why }, 'an alert could not be sent');
      }
    }),
  );
}

/** Stops at the first alert that can't be sent: a server that does not answer would delay each of them. */
async function sendChanges(
  pool: Pool,
  { name, send }: Receiver,
  findings: readonly Finding[],
  now: Date,
): Promise<void> {
  const raised = new Map((await listRaised(pool, name)).map((alert) => [alert.rule, alert]));
  for (const { rule, title, trouble } of findings) {
    const before = raised.get(rule);
    if ((trouble?.occasion ?? null) === (before?.occasion ?? null)) continue;
    await send(trouble ? `${title}：${trouble.text}` : `${title}：恢复了（${before?.text}）`);
    if (trouble) await noteRaised(pool, name, { rule, ...trouble }, now);
    else await noteEnded(pool, name, rule);
  }
}

async function gather({ pool, disks, smsBudget }: Sources, now: Date): Promise<Facts> {
  return {
    now,
    sms: { ofDay: smsBudget.ofDay, spent: smsBudget.spent(), state: smsBudget.state() },
    lowDisks: disks.low(),
    lastBackup: await lastBackup(pool),
    refusedImport: await findRefusedImport(pool),
    seen: await listOperatorEvents(pool, new Date(now.getTime() - SEEN_WITHIN_MS)),
    complaint: await newestComplaint(pool),
    phones: await gatherPhones(pool, now),
  };
}

async function gatherPhones(pool: Pool, now: Date): Promise<Facts['phones']> {
  const day = shanghaiDay(now);
  const many = await listManyReveals(pool, startOfShanghaiDay(day), MANY_PHONES);
  const nameOf = many.length > 0 ? await actorNames(pool) : String;
  return { day, names: many.map(({ actor }) => nameOf(actor)) };
}
