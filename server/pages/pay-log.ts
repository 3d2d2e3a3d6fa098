import type { DataOf } from '#contract/call';
import { payLog } from '#contract/calls/wallet';
import { chapterName } from '#contract/chapter-title';
import { type Served, serve } from '../core/dispatch/dispatch.ts';
import { cursorAfter, readCursor } from '../core/refusal/paging.ts';
import type { Catalog } from '../modules/catalog/catalog.ts';
import { balanceBefore, type Wallet, type WalletHistoryLine } from '../modules/wallet/wallet.ts';

type PayLogItem = DataOf<typeof payLog>['list'][number];
type Kind = PayLogItem['kind'];

/** Where neither the event nor the catalogue names it. Only erased readers forfeit, and they read no statement. */
const NAMES: Readonly<Record<WalletHistoryLine['kind'], { kind: Kind; title: string }>> = {
  topup: { kind: 'topup', title: '充值' },
  gift: { kind: 'gift', title: '礼包' },
  sign: { kind: 'sign', title: '签到' },
  purchase: { kind: 'purchase', title: '购买' },
  repair: { kind: 'repair', title: '补签' },
  expire: { kind: 'expire', title: '已过期' },
  adjust: { kind: 'adjust', title: '客服调整' },
  merge: { kind: 'merge', title: '登录前获得的' },
  forfeit: { kind: 'expire', title: '已放弃' },
  refund: { kind: 'refund', title: '退款收回' },
  restore: { kind: 'refund', title: '退款未成，已退回' },
  repay: { kind: 'topup', title: '还清退款欠下的' },
};

/** The history of the reader's wallet, with titles from the catalogue. */
export function payLogCalls({ catalog, wallet }: { catalog: Catalog; wallet: Wallet }): Served[] {
  async function titleOf({ kind, title, comicId, chapterId, chapters }: WalletHistoryLine): Promise<string> {
    if (comicId === null || chapterId === null) return title ?? NAMES[kind].title;
    const present = await catalog.anyChapter(chapterId);
    const record = present?.record ?? (await catalog.anyComic(comicId));
    const name = record ? `《${record.comic.title}》` : '已下架的漫画';
    const chapter = record?.chapters.find(({ id }) => id === present?.chapterId);
    const first = chapter === undefined ? '' : ` ${chapterName(chapter)}`;
    return `${name}${first}${chapters > 1 ? ` 等${chapters}话` : ''}`;
  }

  async function view(line: WalletHistoryLine): Promise<PayLogItem> {
    const { at, kind, coins, bonus, tickets, comicId, chapterId, chapters, balance } = line;
    return {
      at: at.toISOString(),
      kind: NAMES[kind].kind,
      title: await titleOf(line),
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
