import type { InputOf } from '#contract/call';
import type { comicList } from '#contract/console/comics';
import type { StaffCaller } from '../../../core/dispatch/ctx.ts';
import type { ComicFilter } from '../../../modules/catalog/editing/editing.ts';
import { titleKey } from '../../../modules/catalog/publishing/publishing.ts';

type FilterPayload = Omit<InputOf<typeof comicList>, 'cursor' | 'size' | 'sort'>;

/** The titles of comics with files that could not be imported. */
export type ListRefused = () => Promise<string[]>;

/** The filter of a payload. A missing field does not filter. An author finds only their own comics. */
export async function filterOf(
  given: FilterPayload,
  listRefused: ListRefused,
  { comics: ids }: Pick<StaffCaller, 'comics'>,
): Promise<ComicFilter> {
  const { q = '', state = null, status = null, price = null, issue = null, weekday = null, genre = null } = given;
  const others = { word: titleKey(q) || null, state, status, price, weekday, genre, ids };
  if (issue !== 'refused') return { ...others, issue, titleKeys: null };
  return { ...others, issue: null, titleKeys: (await listRefused()).map(titleKey) };
}
