import { useEffect, useRef, useState } from 'react';
import { comicRate } from '#contract/calls/community';
import type { Rating } from '#contract/opinions';
import type { ComicDetail } from '#contract/shapes';
import { StarIcon } from '../../../ui/community-icons.tsx';
import { queryClient } from '../../runtime/queries/queries.ts';
import { request } from '../../runtime/request.ts';
import { retryWhileBlocked } from '../../runtime/send/retry-while-blocked.ts';
import { detailKey } from '../comics/comic-detail/comic-detail.ts';
import { countText } from '../text/format/count-text.ts';

const STARS = [1, 2, 3, 4, 5] as const;

type ComicRatingProps = {
  comicId: number;
  rating: Rating;
  /** The reader has just asked for the stars. */
  focused: boolean;
};

/** The mean of a comic's ratings, and this reader's own. The same star again takes the rating back. */
export function ComicRating({ comicId, rating, focused }: ComicRatingProps) {
  const stars = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    if (focused) stars.current?.querySelector('button')?.focus();
  }, [focused]);
  const [busy, setBusy] = useState(false);
  const { mean, mine, count } = rating;
  const rate = async (stars: number) => {
    if (busy) return;
    setBusy(true);
    show(comicId, { ...rating, mine: stars === mine ? null : stars });
    try {
      const wanted = { id: comicId, stars: stars === mine ? null : stars };
      show(comicId, await retryWhileBlocked(() => request(comicRate, wanted)));
    } catch {
      // A toast has shown the reason.
      show(comicId, rating);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section aria-label="评分" className="words mt-3 flex flex-wrap items-center gap-x-3">
      {/* Where both are not side by side, the stars have their own line. On a wide screen they are next to the text. */}
      <p className="flex min-h-11 flex-[1_1_6.5rem] flex-col justify-center text-sm leading-5 text-soft lg:flex-none">
        {mean !== null && (
          <span>
            <b className="text-xl font-semibold text-ink">{mean.toFixed(1)}</b> 分
          </span>
        )}
        <span className={mean === null ? '' : 'text-xs'}>
          {count > 0 ? `${countText(count)} 人评过` : '还没有人评分'}
        </span>
        {mean === null && count > 0 && <span className="text-xs">满 10 人显示分数</span>}
      </p>
      <fieldset ref={stars} className="-mr-2 flex">
        <legend className="sr-only">我的评分</legend>
        {STARS.map((stars) => (
          <button
            key={stars}
            type="button"
            aria-pressed={stars === mine}
            aria-label={`评 ${stars} 星`}
            onClick={() => void rate(stars)}
            className={`flex size-11 items-center justify-center active:opacity-60 ${stars <= (mine ?? 0) ? 'text-warm [&_path]:fill-current' : 'text-soft'}`}
          >
            <StarIcon />
          </button>
        ))}
      </fieldset>
    </section>
  );
}

function show(comicId: number, rating: Rating): void {
  queryClient.setQueryData<ComicDetail>(detailKey(comicId), (detail) => detail && { ...detail, rating });
}
