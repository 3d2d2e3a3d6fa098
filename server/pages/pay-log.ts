import type { DataOf } from '#contract/call';
import { payLog } from '#contract/calls/wallet';
import { type Served, serve } from '../core/dispatch/dispatch.ts';
import { cursorAfter, readCursor } from '../core/refusal/paging.ts';
import type { Catalog } from '../modules/catalog/catalog.ts';
import { balanceBefore, type Wallet, type WalletHistoryLine } from '../modules/wallet/wallet.ts';
import { EVENT_NAMES, titleOfEvent } from './wallet-events.ts';

type PayLogItem = DataOf<typeof payLog>['list'][number];

/** The history of the reader's wallet, with titles from the catalogue. */
export function payLogCalls({ catalog, wallet }: { catalog: Catalog; wallet: Wallet }): Served[] {
  async function view(line: WalletHistoryLine): Promise<PayLogItem> {
    const { at, kind, coins, bonus, tickets, comicId, chapterId, chapters, balance } = line;
    return {
      at: at.toISOString(),
      kind: EVENT_NAMES[kind].kind,
      title: await titleOfEvent(catalog, line),
      coins,
      bonus,
      tickets,
      ...(comicId !== null && { comicId }),
      ...(chapterId !== null && chapters === 1 && { chapterId }),
      balance,
    };
  }

  return [
    serve(payLog, async ({ caller, now }, { cursor, size }) => {
      const { rows, last } = await wallet.history(caller.readerId, { after: readPosition(cursor), size }, now);
      return { list: await Promise.all(rows.map(view)), next: last && cursorOf(last) };
    }),
  ];
}

/** The balance travels in the cursor: adding up all that is newer would cost more with every page. */
function cursorOf(line: WalletHistoryLine): string {
  const { coins, bonus, tickets } = balanceBefore(line);
  return cursorAfter([line.id, coins, bonus, tickets]);
}

function readPosition(cursor: string | undefined) {
  const position = readCursor(cursor, ['number', 'number', 'number', 'number']);
  if (!position) return null;
  const [id, coins, bonus, tickets] = position;
  return { id, balance: { coins, bonus, tickets } };
}
