import type { DataOf } from '#contract/call';
import type { comicRecommend } from '#contract/calls/listings';

/** Why these comics are recommended: 因为你读过《甲》《乙》, else because of the reader's favorites. */
export function becauseText(because: DataOf<typeof comicRecommend>['because']): string {
  const read = because.filter((each) => each.read);
  const named = read.length > 0 ? read : because;
  return `因为你${read.length > 0 ? '读过' : '收藏了'}${named.map(({ title }) => `《${title}》`).join('')}`;
}
