import type { DataOf } from '#contract/call';
import type { payLog } from '#contract/calls/wallet';
import { chapterName } from '#contract/chapter-title';
import type { Catalog } from '../modules/catalog/catalog.ts';
import type { WalletEvent } from '../modules/wallet/wallet.ts';

type Kind = DataOf<typeof payLog>['list'][number]['kind'];

/**
 * The title if neither the event nor the catalogue has one. Only erased readers forfeit coins, and they can't read their history.
 */
export const EVENT_NAMES: Readonly<Record<WalletEvent['kind'], { kind: Kind; title: string }>> = {
  topup: { kind: 'topup', title: '充值' },
  redeem: { kind: 'redeem', title: '兑换码' },
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

/** The title of an event of a wallet. A purchase is named by its comic and chapter. */
export async function titleOfEvent(
  catalog: Catalog,
  {
    kind,
    title,
    comicId,
    chapterId,
    chapters,
  }: Pick<WalletEvent, 'kind' | 'title' | 'comicId' | 'chapterId' | 'chapters'>,
): Promise<string> {
  if (comicId === null || chapterId === null) return title ?? EVENT_NAMES[kind].title;
  const found = await catalog.anyChapter(chapterId);
  const record = found?.record ?? (await catalog.anyComic(comicId));
  const name = record ? `《${record.comic.title}》` : '已下架的漫画';
  const chapter = record?.chapters.find(({ id }) => id === found?.chapterId);
  const first = chapter === undefined ? '' : ` ${chapterName(chapter)}`;
  return `${name}${first}${chapters > 1 ? ` 等${chapters}话` : ''}`;
}
