import type { DataOf } from '#contract/call';
import type { comicRecommend } from '#contract/calls/listings';

/** Why these were picked: 因为你读过《甲》《乙》, those that were read or else those that are kept. */
export function becauseText(because: DataOf<typeof comicRecommend>['because']): string {
  const read = because.filter((each) => each.read);
  const named = read.length > 0 ? read : because;
  return `因为你${read.length > 0 ? '读过' : '收藏了'}${named.map(({ title }) => `《${title}》`).join('')}`;
}
