import type { ComicCard } from '#contract/shapes';

/** The one badge a cover bears: what costs least first, then what is newest. */
export function badgeOf({ sale, flags }: Pick<ComicCard, 'sale' | 'flags'>): string | null {
  if (sale) return sale.percent === 0 ? '限免' : `${sale.percent / 10}折`;
  if (flags.new) return '新作';
  if (flags.up) return '更新';
  return null;
}

export function chapterNoText(no: number): string {
  return `第${no}话`;
}

/** The number of a chapter and its title, which often says the number itself. */
export function chapterTitle({ no, title }: { no: number; title: string }): string {
  const number = chapterNoText(no);
  if (title === '') return number;
  return /第\s*[\d.零一二三四五六七八九十百千]+\s*[话話回章集]/.test(title) ? title : `${number} ${title}`;
}
