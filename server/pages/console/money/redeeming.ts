import type { Pool } from 'pg';
import { batchTotal } from '#contract/batch-total';
import type { DataOf, PayloadOf } from '#contract/call';
import * as calls from '#contract/console/redeeming';
import { transaction } from '../../../core/db/db.ts';
import type { StaffCtx } from '../../../core/dispatch/ctx.ts';
import { type Served, serve } from '../../../core/dispatch/dispatch.ts';
import { cursorAfter, readCursor, readPage } from '../../../core/refusal/paging.ts';
import { BadField } from '../../../core/refusal/refusal.ts';
import { renderCsv } from '../../../core/text/csv.ts';
import { addDays } from '../../../core/time/shanghai-calendar.ts';
import { shanghaiDay, startOfShanghaiDay } from '../../../core/time/shanghai-day.ts';
import {
  approveBatch,
  batchNeedsApproval,
  type CountedBatch,
  createBatchAlone,
  findBatch,
  listBatches,
  listUses,
  lookUpCode,
  makeApproved,
  stateOf,
  stopBatch,
} from '../../../modules/rewards/rewards.ts';
import { actorNames, approvals, isStillAllowed, staffActor } from '../../../modules/staff/staff.ts';

type BatchPayload = PayloadOf<typeof calls.batchPreview>;

/** Batches of redeem codes, and their uses. A second person approves large batches. */
export function redeemingCalls(pool: Pool): Served[] {
  return [...readingCalls(pool), ...changingCalls(pool)];
}

function readingCalls(pool: Pool): Served[] {
  return [
    serve(calls.batchList, async ({ now }, { cursor, size }) => {
      const before = readCursor(cursor, ['number'])?.[0] ?? Number.MAX_SAFE_INTEGER;
      const { rows, last } = await readPage(size, (limit) => listBatches(pool, before, limit));
      const nameOfActor = await actorNames(pool);
      return { list: rows.map((batch) => viewBatch(batch, nameOfActor, now)), next: last && cursorAfter([last.id]) };
    }),

    serve(calls.batchShow, async (ctx, { id, cursor, size }, refuse) => {
      const batch = (await findBatch(pool, id)) ?? refuse('redeemBatchNotFound');
      const [before = new Date(8.64e15), beforeId = 0] = readCursor(cursor, ['time', 'number']) ?? [];
      const { rows, last } = await readPage(size, (limit) => listUses(pool, id, before, beforeId, limit));
      const nameOfActor = await actorNames(pool);
      const { stoppedAt, stoppedBy } = batch;
      return {
        batch: viewBatch(batch, nameOfActor, ctx.now),
        approval: await viewApproval(pool, ctx, batch, nameOfActor),
        stopped: stoppedAt && { at: stoppedAt.toISOString(), actorName: nameOfActor(stoppedBy ?? '') },
        list: rows.map((use) => ({ id: use.id, readerId: use.readerId, at: use.usedAt.toISOString() })),
        next: last && cursorAfter([last.usedAt.toISOString(), last.id]),
      };
    }),

    serve(calls.batchPreview, async ({ caller, now }, wanted) => {
      checkTerms(wanted, now);
      return {
        ...batchTotal(wanted),
        waits: await batchNeedsApproval(pool, termsOf(wanted), staffActor(caller.personId), now),
      };
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

function changingCalls(pool: Pool): Served[] {
  return [
    serve(calls.batchCreate, async ({ caller, now }, { key, ...wanted }, refuse) => {
      checkTerms(wanted, now);
      const actor = staffActor(caller.personId);
      const made = await transaction(pool, (tx) => createBatchAlone(tx, key, termsOf(wanted), actor, now));
      const { id, codes } = made ?? refuse('redeemBatchExists');
      return { id, csv: codes ? csvOf(codes) : '', waits: codes === null };
    }),

    serve(calls.batchApprove, async (ctx, { id }, refuse) => {
      const batch = (await findBatch(pool, id)) ?? refuse('redeemBatchNotFound');
      if (batch.approval !== 'open') refuse('requestNotFound');
      const from = (await approvals(pool, ctx, 'money'))(requestOf(batch));
      if (from === null || from > ctx.now) refuse('secondPersonRequired');
      const actor = staffActor(ctx.caller.personId);
      const isDone = await transaction(pool, (tx) => approveBatch(tx, id, actor, ctx.now));
      return isDone ? {} : refuse('requestNotFound');
    }),

    serve(calls.batchMake, async (ctx, { id }, refuse) => {
      const batch = (await findBatch(pool, id)) ?? refuse('redeemBatchNotFound');
      if (!(await mayMake(pool, ctx, batch))) refuse('requestNotFound');
      const actor = staffActor(ctx.caller.personId);
      const codes = await transaction(pool, (tx) => makeApproved(tx, id, actor, ctx.now));
      return { csv: csvOf(codes ?? refuse('requestNotFound')) };
    }),

    serve(calls.batchStop, async ({ caller, now }, { id, reason }, refuse) => {
      const act = { actor: staffActor(caller.personId), reason };
      const batch = await transaction(pool, (tx) => stopBatch(tx, id, act, now));
      return { used: (batch ?? refuse('redeemBatchNotFound')).used };
    }),
  ];
}

/** The author makes the codes. An owner does if the author has left, but not the one who approved the batch. */
async function mayMake(pool: Pool, { caller }: StaffCtx, { createdBy, approvedBy }: CountedBatch): Promise<boolean> {
  const actor = staffActor(caller.personId);
  if (createdBy === actor) return true;
  return caller.role === 'owner' && approvedBy !== actor && !(await isStillAllowed(pool, createdBy, 'money'));
}

function termsOf({ from, until, ...terms }: BatchPayload) {
  return { ...terms, validFrom: startOfShanghaiDay(from), validUntil: startOfShanghaiDay(addDays(until, 1)) };
}

function csvOf(codes: readonly string[]): string {
  return renderCsv([['兑换码'], ...codes.map((code) => [code])]);
}

/**
 * Rules that the contract can't check: a code brings something, but not coins and days of 月卡 at once; coins have a price, and nothing
 * else but days has one; the last day is not over.
 */
function checkTerms({ coins, bonus, tickets, passDays, priceFen, from, until }: BatchPayload, now: Date): void {
  if (coins + bonus + tickets + passDays === 0) throw new BadField('coins');
  if (coins > 0 && passDays > 0) throw new BadField('passDays');
  if (coins > 0 ? priceFen === 0 : priceFen > 0 && passDays === 0) throw new BadField('priceFen');
  if (until < from || until < shanghaiDay(now)) throw new BadField('until');
}

function requestOf({ createdBy: actor, createdAt }: CountedBatch) {
  return { actor, createdAt };
}

type NameOf = (actor: string) => string | null;

async function viewApproval(pool: Pool, ctx: StaffCtx, batch: CountedBatch, nameOf: NameOf) {
  const { approval, approvedAt, approvedBy, createdBy } = batch;
  if (approval === null) return null;
  return {
    isOwn: createdBy === staffActor(ctx.caller.personId),
    mayMake: await mayMake(pool, ctx, batch),
    approvableFrom: (await approvals(pool, ctx, 'money'))(requestOf(batch))?.toISOString() ?? null,
    approved: approvedAt && { at: approvedAt.toISOString(), actorName: nameOf(approvedBy ?? '') ?? '' },
  };
}

type Listed = DataOf<typeof calls.batchList>['list'][number];

function viewBatch(batch: CountedBatch, nameOfActor: NameOf, now: Date): Listed {
  const { validFrom, validUntil, createdAt, createdBy } = batch;
  const { id, name, count, coins, bonus, tickets, passDays, priceFen, validDays, usesPerReader, used } = batch;
  return {
    id,
    name,
    count,
    coins,
    bonus,
    tickets,
    passDays,
    priceFen,
    validDays,
    usesPerReader,
    used,
    from: shanghaiDay(validFrom),
    until: shanghaiDay(new Date(validUntil.getTime() - 1)),
    at: createdAt.toISOString(),
    actorName: nameOfActor(createdBy) ?? createdBy,
    state: stateOf(batch, now),
  };
}
