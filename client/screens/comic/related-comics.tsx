import { comicRecommend } from '#contract/calls/listings';
import { ComicRow } from '../../features/comic-card/comic-card.tsx';
import { useCall } from '../../runtime/queries/queries.ts';

/** Comics like this one, at the end of its screen; while there are none, nothing. */
export function RelatedComics({ id }: { id: number }) {
  const { data } = useCall(comicRecommend, { id });
  if (!data || data.list.length === 0) return null;
  return (
    <section aria-label="相关推荐" className="pt-6">
      <h2 className="page-width flex h-11 items-center text-lg font-semibold">相关推荐</h2>
      <ComicRow list={data.list} />
    </section>
  );
}
