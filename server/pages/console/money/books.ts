import type { Pool } from 'pg';
import type { DataOf } from '#contract/call';
import * as calls from '#contract/console/books';
import { minorDigits } from '#contract/currencies';
import { transaction } from '../../../core/db/db.ts';
import { type LastCheck, listLastChecks } from '../../../core/db/invariant-check-store.ts';
import { checkParts } from '../../../core/db/invariants.ts';
import { type Served, serve } from '../../../core/dispatch/dispatch.ts';
import type { Cells } from '../../../core/text/csv.ts';
import { boundsOfMonth } from '../../../core/time/shanghai-day.ts';
import { titlesOf } from '../../../modules/catalog/catalog.ts';
import {
  checkPasses,
  type PassReport,
  passLines,
  passTables,
  reportPasses,
} from '../../../modules/membership/membership.ts';
import { checkRewards } from '../../../modules/rewards/rewards.ts';
import { checkOrders, sumTakenByCurrency, type TakenSums } from '../../../modules/shop/shop.ts';
import { logStaffEvent, staffActor } from '../../../modules/staff/staff.ts';
import {
  checkInvariants,
  renderReportAsCsv,
  reportBetween,
  titledLine,
  type WalletReport,
} from '../../../modules/wallet/wallet.ts';

/** The comics with the most coins; the file has all. */
const MOST_COMICS = 100;

/** The report of a month, and the check of the books. */
export function bookCalls(pool: Pool): Served[] {
  return [
    serve(calls.monthReport, async ({ now }, { month }) => {
      const { report, titles, taken, passes } = await readMonth(pool, month, now, MOST_COMICS);
      const shown = report.comics.slice(0, MOST_COMICS);
      return {
        month,
        lines: report.lines.map(titledLine).map(({ title, amounts: { coin, bonus, ticket }, costFen }) => {
          return { title, coins: coin, bonus, tickets: ticket, costFen };
        }),
        taken,
        passes: { lines: passLines(passes), days: passes.days },
        comics: shown.map((comic) => ({ ...comic, title: titles.get(comic.comicId) ?? '' })),
        comicCount: report.comics.length,
      };
    }),
    serve(calls.monthExport, async ({ caller: { personId }, now }, { month }) => {
      const { report, titles, taken, passes } = await readMonth(pool, month, now);
      const event = { actor: staffActor(personId), action: 'export-month', personId, after: { month } };
      await transaction(pool, (tx) => logStaffEvent(tx, event, now));
      const csv = renderReportAsCsv(month, report, titles, [takenTable(taken), ...passTables(passes)]);
      const rows = report.lines.length + taken.length + passes.days.length + report.comics.length;
      return { csv, rows, truncated: false };
    }),
    serve(calls.lastChecks, async () => ({ parts: (await listLastChecks(pool)).map(viewCheck) })),
    serve(calls.checkLedger, async ({ now }) => {
      const parts = { wallet: checkInvariants, shop: checkOrders, rewards: checkRewards, membership: checkPasses };
      const { checked } = await checkParts(pool, parts, now);
      return { checked, parts: (await listLastChecks(pool)).map(viewCheck) };
    }),
  ];
}

type Month = {
  report: WalletReport;
  titles: ReadonlyMap<number, string>;
  taken: TakenSums[];
  passes: PassReport;
};

/** The report of a month, with the titles of its first `most` comics. */
async function readMonth(pool: Pool, month: string, now: Date, most = Number.POSITIVE_INFINITY): Promise<Month> {
  const { from, to } = boundsOfMonth(month);
  const report = await reportBetween(pool, from, to);
  const ids = report.comics.slice(0, most).map(({ comicId }) => comicId);
  const [titles, taken] = [await titlesOf(pool, ids), await sumTakenByCurrency(pool, from, to)];
  return { report, titles, taken, passes: await reportPasses(pool, month, now) };
}

function takenTable(taken: readonly TakenSums[]): Cells[] {
  const rows = taken.map(({ currency, topups, amount, refunds, refunded }): Cells => {
    const digits = minorDigits(currency);
    const text = (sum: number) => (sum / 10 ** digits).toFixed(digits);
    return [currency, topups, text(amount), refunds, text(refunded)];
  });
  return [['货币', '充值笔数', '充值', '退款笔数', '退款'], ...rows];
}

function viewCheck({ part, checkedAt, broken }: LastCheck): DataOf<typeof calls.lastChecks>['parts'][number] {
  return { part, at: checkedAt.toISOString(), broken };
}
