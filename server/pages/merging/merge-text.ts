import type { MergingChapter } from '../../modules/catalog/publishing/publishing.ts';
import { cut, numberText } from './number-text.ts';
import type { Titles, WholeMerge, WholeSplit } from './whole-merge.ts';

/** The instructions for the open tasks of a merge. */
export type Instructions = { online: string; adjust: string };

/** The preview of a merge. */
export function mergePreview(merge: WholeMerge, { from, into }: Titles, ways: Instructions): string {
  const { record, before } = merge;
  const nos = new Map(before.map(({ id, no }) => [id, no]));
  const numbers = (ids: readonly number[]) => numberText(ids.flatMap((id) => nos.get(id) ?? []));
  const fresh = record.moved.filter((id) => !record.left.some(({ stays }) => stays === id));
  const ofInto = record.left.filter(({ id }) => !record.exchanged.includes(id));
  const lines = [
    `合并：《${from.title}》（${from.id}）并入《${into.title}》（${into.id}）`,
    fresh.length > 0 ? `移过去 ${fresh.length} 话：${numbers(fresh)}` : '没有要移过去的话',
    ...(ofInto.length > 0
      ? [`两边都有的 ${ofInto.length} 话，留《${into.title}》的：${numbers(ofInto.map(({ id }) => id))}`]
      : []),
    ...(record.exchanged.length > 0
      ? [
          `两边都有的 ${record.exchanged.length} 话，留《${from.title}》的，因为《${into.title}》的读者看不到：${numbers(record.exchanged)}`,
        ]
      : []),
    ...(record.left.length > 0 ? ['  没有留下的那一份不删，读者看不到，撤回合并就回来'] : []),
    ...(record.hidden.length > 0
      ? [`《${from.title}》已下架，移过去的 ${record.hidden.length} 话也先下架：要给读者看，${ways.online}`]
      : []),
    ...priceLines(merge, into.title),
    ...readerLines(merge, { from, into }, ways),
    ...editorialLines(merge, into.title),
    `搜索与导入：《${from.title}》成为《${into.title}》的别名，旧书名的文件以后导入到这里`,
    `旧地址 /comic/${from.id}${record.left.length > 0 ? ' 与没有留下的各话' : ''}自动转到《${into.title}》`,
  ];
  return `${lines.join('\n')}\n`;
}

/** The result of undoing a merge. */
export function splitPreview(split: WholeSplit, { from, into }: Titles): string {
  const { record, before, after, boughtSince, editorialBack, reading } = split;
  const nos = new Map(before.map(({ id, no }) => [id, no]));
  const back = after.filter(({ comicId }) => comicId === from.id).length;
  const { back: ofBack, stays } = boughtSince;
  const known = new Set([...record.moved, ...record.left.flatMap(({ id, stays: other }) => [id, other])]);
  const others = after.filter(({ id, comicId }) => comicId === into.id && !known.has(id)).length;
  const lines = [
    `撤回合并：《${from.title}》（${from.id}）重新成为一部，有 ${back} 话，其中从《${into.title}》移回 ${record.moved.length} 话：${numberText(record.moved.flatMap((id) => nos.get(id) ?? []))}`,
    `《${into.title}》留下 ${others + record.left.length} 话，合并以后导入的也在其中`,
    ...(ofBack.chapters > 0
      ? [`合并以后，移回的话又有 ${ofBack.readers} 位读者买了 ${ofBack.chapters} 话次，跟着回到《${from.title}》`]
      : []),
    ...(stays.chapters > 0
      ? [
          `合并以后，两边都有的话有 ${stays.readers} 位读者买了 ${stays.chapters} 话次《${into.title}》的，留在那里，不能读《${from.title}》的`,
        ]
      : []),
    '只买过其中一部的读者，回到只能读那一部的；账不动',
    `合并以前的订阅与收藏各归各的，合并以后取消的两边都取消；读到的地方跟着那一话走（《${from.title}》：订阅 ${reading.after.subscribed}、收藏 ${reading.after.favorited}、读过 ${reading.after.read}）`,
    `合并以后的阅读数留在《${into.title}》`,
    ...(editorialBack === true ? ['首页、专题、横幅与优惠里改过的，改回来'] : []),
    ...(editorialBack === false ? ['首页、专题、横幅与优惠在合并以后又改过，保持现在的样子，请自己检查'] : []),
  ];
  return `${lines.join('\n')}\n`;
}

function priceLines({ before, after, record }: WholeMerge, title: string): string[] {
  const prices = new Map(after.map(({ id, priceCoins }) => [id, priceCoins]));
  const changed = before.filter(({ id, priceCoins }) => record.moved.includes(id) && prices.get(id) !== priceCoins);
  if (changed.length === 0) return [];
  const each = (chapter: MergingChapter) => `第 ${chapter.no} 话 ${chapter.priceCoins} → ${prices.get(chapter.id)}`;
  return [`价格按《${title}》的算，${changed.length} 话有变：${cut(changed.map(each))}`];
}

function readerLines(
  { reading, buyers, paidTwice, autoBuys }: WholeMerge,
  { from, into }: Titles,
  ways: Instructions,
): string[] {
  const { before, after, views } = reading;
  const counts = (name: string, key: 'subscribed' | 'favorited' | 'read') =>
    `${name} ${before.from[key]} + ${before.into[key]} → ${after[key]}`;
  const paid = paidTwice.map(
    ({ readerId, chapters, coins, bonus, tickets }) =>
      `读者 ${readerId}（${chapters} 话，${[
        [coins, '漫币'] as const,
        [bonus, '赠币'] as const,
        [tickets, '阅读券'] as const,
      ]
        .filter(([amount]) => amount > 0)
        .map(([amount, name]) => `${amount} ${name}`)
        .join('、')}）`,
  );
  return [
    `读者：${counts('订阅', 'subscribed')}，${counts('收藏', 'favorited')}，${counts('读过', 'read')}（两边都有的算一次）`,
    ...(autoBuys > 0 ? [`自动购买跟着过去：${autoBuys} 位读者`] : []),
    `阅读数：${views} 加到《${into.title}》`,
    buyers.chapters > 0
      ? `${buyers.readers} 位读者买过《${from.title}》${buyers.chapters} 话次，都能读《${into.title}》里的同一话；账不动`
      : `没有人买过《${from.title}》`,
    ...(paid.length > 0
      ? [`${paid.length} 位读者同一话在两边都付过钱，账不动，要补偿${ways.adjust}：${cut(paid)}`]
      : []),
  ];
}

function editorialLines({ editorial }: WholeMerge, title: string): string[] {
  const names = {
    sections: '首页的栏目',
    themes: '专题',
    promotions: '优惠',
    banners: '横幅',
    events: '活动',
  } as const;
  const found = (Object.keys(names) as (keyof typeof names)[]).flatMap((key) =>
    editorial[key].map((each) => `${names[key]}「${each}」`),
  );
  return [
    ...(found.length > 0 ? [`改成《${title}》：${cut(found)}`] : []),
    ...editorial.dropped.map((each) => `优惠「${each}」不跟着过去：《${title}》同一时间在另一个优惠里`),
  ];
}
