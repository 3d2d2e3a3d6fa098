import type { Pool } from 'pg';
import type { DataOf, PayloadOf } from '#contract/call';
import * as calls from '#contract/console/redeeming';
import { transaction } from '../../../core/db/db.ts';
import { type Served, serve } from '../../../core/dispatch/dispatch.ts';
import { cursorAfter, readCursor, readPage } from '../../../core/refusal/paging.ts';
import { BadField } from '../../../core/refusal/refusal.ts';
import { renderCsv } from '../../../core/text/csv.ts';
import { addDays } from '../../../core/time/shanghai-calendar.ts';
import { shanghaiDay, startOfShanghaiDay } from '../../../core/time/shanghai-day.ts';
import {
  type CountedBatch,
  createBatch,
  findBatch,
  listBatches,
  listUses,
  lookUpCode,
  stateOf,
  stopBatch,
} from '../../../modules/rewards/rewards.ts';
import { actorNames, staffActor } from '../../../modules/staff/staff.ts';

type Wanted = PayloadOf<typeof calls.batchPreview>;

/** Batches of redeem codes, and their uses. */
export function redeemingCalls(pool: Pool): Served[] {
  return [
    serve(calls.batchList, async ({ now }, { cursor, size }) => {
      const before = readCursor(cursor, ['number'])?.[0] ?? Number.MAX_SAFE_INTEGER;
      const { rows, last } = await readPage(size, (limit) => listBatches(pool, before, limit));
      const nameOfActor = await actorNames(pool);
      return { list: rows.map((batch) => viewBatch(batch, nameOfActor, now)), next: last && cursorAfter([last.id]) };
    }),

    serve(calls.batchShow, async ({ now }, { id, cursor, size }, refuse) => {
      const batch = (await findBatch(pool, id)) ?? refuse('redeemBatchNotFound');
      const [before = new Date(8.64e15), beforeId = 0] = readCursor(cursor, ['time', 'number']) ?? [];
      const { rows, last } = await readPage(size, (limit) => listUses(pool, id, before, beforeId, limit));
      const nameOfActor = await actorNames(pool);
      const { stoppedAt, stoppedBy } = batch;
      return {
        batch: viewBatch(batch, nameOfActor, now),
        stopped: stoppedAt && { at: stoppedAt.toISOString(), actorName: nameOfActor(stoppedBy ?? '') },
        list: rows.map((use) => ({ id: use.id, readerId: use.readerId, at: use.usedAt.toISOString() })),
        next: last && cursorAfter([last.usedAt.toISOString(), last.id]),
      };
    }),

    serve(calls.batchPreview, ({ now }, wanted) => {
      checkTerms(wanted, now);
      const { count, coins, bonus, tickets, passDays, priceFen } = wanted;
      return {
        coins: count * coins,
        bonus: count * bonus,
        tickets: count * tickets,
        passDays: count * passDays,
        priceFen: count * priceFen,
      };
    }),

    serve(calls.batchCreate, async ({ caller, now }, { key, ...wanted }, refuse) => {
      checkTerms(wanted, now);
      const { from, until, ...terms } = wanted;
      const validUntil = startOfShanghaiDay(addDays(until, 1));
      const all = { ...terms, validFrom: startOfShanghaiDay(from), validUntil };
      const actor = staffActor(caller.personId);
      const made = await transaction(pool, (tx) => createBatch(tx, key, all, actor, now));
      const { id, codes } = made ?? refuse('redeemBatchExists');
      return { id, csv: renderCsv([['兑换码'], ...codes.map((code) => [code])]) };
    }),

    serve(calls.batchStop, async ({ caller, now }, { id, reason }, refuse) => {
      const act = { actor: staffActor(caller.personId), reason };
      const batch = await transaction(pool, (tx) => stopBatch(tx, id, act, now));
      return { used: (batch ?? refuse('redeemBatchNotFound')).used };
    }),

    serve(calls.codeFind, async ({ now }, { code }) => {
      const found = await lookUpCode(pool, code);
      if (!found) return { found: null };
      const { batch, readerId, usedAt } = found;
      const use = usedAt && { readerId, at: usedAt.toISOString() };
      return { found: { batch: viewBatch(batch, await actorNames(pool), now), use } };
    }),
  ];
}

/**
 * Rules that the contract can't check: a code brings something, but not coins and days of 月卡 at once; coins have a price, and nothing
 * else but days has one; the last day is not over.
 */
function checkTerms({ coins, bonus, tickets, passDays, priceFen, from, until }: Wanted, now: Date): void {
  if (coins + bonus + tickets + passDays === 0) throw new BadField('coins');
  if (coins > 0 && passDays > 0) throw new BadField('passDays');
  if (coins > 0 ? priceFen === 0 : priceFen > 0 && passDays === 0) throw new BadField('priceFen');
  if (until < from || until < shanghaiDay(now)) throw new BadField('until');
}

type Listed = DataOf<typeof calls.batchList>['list'][number];

function viewBatch(batch: CountedBatch, nameOfActor: (actor: string) => string | null, now: Date): Listed {
  const { validFrom, validUntil, createdAt, createdBy, stoppedAt: _at, stoppedBy: _by, ...rest } = batch;
  return {
    ...rest,
    from: shanghaiDay(validFrom),
    until: shanghaiDay(new Date(validUntil.getTime() - 1)),
    at: createdAt.toISOString(),
    actorName: nameOfActor(createdBy) ?? createdBy,
    state: stateOf(batch, now),
  };
}
