import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Db } from '../../../core/db/db.ts';
import { HOUR_MS, MINUTE_MS } from '../../../core/jobs/jobs.ts';
import { shanghaiDay } from '../../../core/time/shanghai-day.ts';
import { ageLimit } from '../../catalog/catalog.ts';
import { isQuiet, isStillWanted, lateSince, RETRY_AFTER_MS } from '../delivery.ts';
import { foldKeyOf } from '../notice.ts';
import { wordsOf } from '../words.ts';
import { takePush } from './day-store.ts';
import { countOutbox, type DuePush, dropAllPushes, dropPush, retryPush, takeDue } from './outbox-store.ts';
import type { PushSender } from './sender.ts';
import { countFailure, dropSubscriptionsById, forgetFailures } from './subscription-store.ts';

/** A session that subscribed; null = any session of the reader. */
export type Subscriber = { readerId: number; sessionHash: Buffer | null };

export type PushPorts = {
  /** Whether the operator has switched pushes on. */
  isPushOn(): Promise<boolean>;
  /** The subscribers among these who still have the session, by their index, with their audience. */
  receiversAmong(
    db: Db,
    subscribers: readonly Subscriber[],
    now: Date,
  ): Promise<{ index: number; adult: boolean; teen: boolean }[]>;
};

export type PushParts = { pool: Pool; log: Logger; sender: PushSender; ports: PushPorts };

const MOST_A_DAY = 3;
/** Older notices are in the inbox only. */
const FRESH_MS = 24 * HOUR_MS;

const BATCH = 100;
const AT_ONCE = 20;
/** Between the starts of two pushes. To encrypt one takes up to two milliseconds of the thread that answers readers. */
const APART_MS = 10;
const RUN_MS = MINUTE_MS;
/** Much longer than a batch takes. */
const TAKEN_MS = 2 * MINUTE_MS;
const MOST_FAILURES = 20;

/**
 * Sends the pushes that are due. A process that is killed after a push was sent and before that is stored sends it again two
 * minutes later: none is lost, and one of each sender that was at work may come twice; the browser then shows it once, by its
 * tag.
 */
export async function sendPushes(parts: PushParts, now: Date): Promise<void> {
  const { pool, log, ports } = parts;
  if (!(await ports.isPushOn())) return dropAllPushes(pool);
  if (isQuiet(now)) return;
  const startedAt = performance.now();
  const elapsed = () => performance.now() - startedAt;
  const queue = pLimit(AT_ONCE);
  const starts = pLimit(1);
  const send = async (push: DuePush, limit: number | undefined) => {
    await starts(() => sleep(APART_MS));
    return sendOne(parts, push, limit, now);
  };
  const counted = new Map<string, number>();
  while (elapsed() < RUN_MS) {
    const due = await takeDue(pool, now, new Date(now.getTime() + elapsed() + TAKEN_MS), BATCH);
    const receivers = due.length > 0 ? await ports.receiversAmong(pool, due, now) : [];
    const limits = new Map(receivers.map(({ index, ...audience }) => [index, ageLimit(audience)]));
    const ends = await Promise.all(due.map((push, index) => queue(() => send(push, limits.get(index)))));
    for (const end of ends) counted.set(end, (counted.get(end) ?? 0) + 1);
    if (due.length < BATCH) break;
  }
  if (counted.size > 0) log.info(Object.fromEntries(counted), 'pushes');
}

/** `limit`: the highest age rating that the reader may see; undefined if the session has ended. Returns the result. */
async function sendOne(
  { pool, sender }: PushParts,
  push: DuePush,
  limit: number | undefined,
  now: Date,
): Promise<'sent' | 'gone' | 'later' | 'unwanted'> {
  const { subscriptionId, noticeId, tries } = push;
  const end = () => dropPush(pool, subscriptionId, noticeId, tries);
  if (limit === undefined) {
    await dropSubscriptionsById(pool, [subscriptionId]);
    return 'gone';
  }
  const isWanted = isStillWanted(push, limit, FRESH_MS, now);
  const mark = `${noticeId}:${push.count}`;
  // A push that is tried again was counted before.
  if (!isWanted || (tries === 1 && !(await takePush(pool, push.readerId, shanghaiDay(now), mark, MOST_A_DAY)))) {
    await end();
    return 'unwanted';
  }
  const tag = foldKeyOf(push);
  const topic = createHash('sha256').update(`${push.readerId}:${tag}`).digest('base64url').slice(0, 32);
  const payload = JSON.stringify({ ...wordsOf(push, push.count), tag });
  const result = await sender.send(push, payload, { topic, ttlSeconds: FRESH_MS / 1000 }).catch(() => 'later' as const);
  if (result === 'sent') await Promise.all([end(), forgetFailures(pool, subscriptionId)]);
  else if (result === 'gone' || (await countFailure(pool, subscriptionId)) >= MOST_FAILURES)
    await dropSubscriptionsById(pool, [subscriptionId]);
  else await retryLater(pool, push, now);
  return result;
}

/** The pushes that wait; `late`: those that could have been sent long before, outside of the quiet hours. */
export async function countPushes(db: Db, now: Date): Promise<{ waiting: number; late: number }> {
  return (await countOutbox(db, lateSince(now))) ?? { waiting: 0, late: 0 };
}

async function retryLater(pool: Pool, { subscriptionId, noticeId, tries }: DuePush, now: Date): Promise<void> {
  const afterMs = RETRY_AFTER_MS[tries - 1];
  if (afterMs === undefined) await dropPush(pool, subscriptionId, noticeId, tries);
  else await retryPush(pool, subscriptionId, noticeId, tries, new Date(now.getTime() + afterMs));
}
