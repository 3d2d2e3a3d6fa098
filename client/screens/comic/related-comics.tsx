import { comicRecommend } from '#contract/calls/listings';
import { ComicRow } from '../../features/comics/comic-card/comic-card.tsx';
import { useCall } from '../../runtime/queries/queries.ts';

/** Similar comics, at the end of the screen; nothing while there are none. */
export function RelatedComics({ id }: { id: number }) {
  const { data } = useCall(comicRecommend, { id });
  if (!data || data.list.length === 0) return null;
  return (
    <section aria-label="相关推荐" className="related">
      <h2 className="page-width flex h-11 items-center text-lg font-semibold">相关推荐</h2>
      <ComicRow list={data.list} />
    </section>
  );
}
