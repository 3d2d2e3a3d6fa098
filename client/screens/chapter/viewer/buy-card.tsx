import { comicInfo } from '#contract/calls/comic';
import type { ChapterAccess } from '#contract/shapes';
import { Button } from '../../../../ui/button.tsx';
import { LockIcon } from '../../../../ui/screen-icons.tsx';
import { BuyPanel } from '../../../features/buying/chapters/buy-panel.tsx';
import { chapterName } from '../../../features/comics/comic-card/comic-words.ts';
import { detailPayload } from '../../../features/comics/comic-detail/comic-detail.ts';
import { toggleFollow } from '../../../features/comics/follow/follow.ts';
import { ScreenLink } from '../../../features/navigation/screen-link/screen-link.tsx';
import { LazyImage } from '../../../features/pictures/lazy-image/lazy-image.tsx';
import { useChaptersBeside } from '../../../features/reading/chapter-ranges/range-chapters.ts';
import { chapterTitle } from '../../../features/reading/chapter-words/chapter-title.ts';
import { chapterPath, comicPath } from '../../../paths.ts';
import { useCall } from '../../../runtime/queries/queries.ts';
import { nextReadable } from './next-readable.ts';

type BuyCardProps = {
  access: ChapterAccess;
  /** Its pages are being fetched. */
  opening: boolean;
  /** A note above the price about a recent change. */
  note?: string;
  /** Called when the chapter becomes free or its sale ends. For callers that get no new answer at that moment. */
  onAccessChange?: () => void;
  /** It is owned now, or free. */
  onOpen: () => void;
};

/** A locked chapter: its first page blurred, its price, and the ways to read on. */
export function BuyCard({ access, opening, note, onAccessChange, onOpen }: BuyCardProps) {
  const { chapter, preview } = access;
  return (
    <section
      aria-label="本话未解锁"
      className="mx-auto w-full max-w-sm overflow-hidden rounded-2xl bg-raised ring-1 ring-line low:flex low:max-w-2xl"
    >
      <div className="relative overflow-hidden low:w-2/5 low:shrink-0">
        <LazyImage
          image={preview}
          alt=""
          className="aspect-[2/1] w-full scale-125 object-cover object-top [filter:blur(12px)] low:absolute low:h-full"
        />
        <span className="absolute inset-0 grid place-items-center">
          <span className="grid size-14 place-items-center rounded-full bg-black/50 text-white">
            <LockIcon />
          </span>
        </span>
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-2 px-6 py-4 text-center">
        <h2 className="text-[1.0625rem] font-medium">{chapterTitle(chapter)}</h2>
        {note && <p className="text-sm text-soft">{note}</p>}
        <BuyPanel
          access={access}
          back={chapterPath(chapter.id)}
          opening={opening}
          onAccessChange={onAccessChange}
          onBought={onOpen}
        />
        <OtherWays access={access} />
      </div>
    </section>
  );
}

const QUIET_LINK = 'inline-flex min-h-11 items-center text-sm text-soft';

/**
 * The alternatives to paying: wait until the chapter is free, go back, or read another chapter. Space is reserved
 * for the parts that need the comic's answer.
 */
function OtherWays({ access: { chapter, comic, freeAt } }: { access: ChapterAccess }) {
  const { data } = useCall(comicInfo, detailPayload(comic.id));
  const next = nextReadable(useChaptersBeside(data, chapter), chapter);
  const isFollowed = data?.me.subscribed === true;
  return (
    <>
      {freeAt && (
        <Button
          look="quiet"
          disabled={!data || isFollowed}
          onClick={() => void toggleFollow(comic.id, 'subscribed').catch(() => undefined)}
        >
          {isFollowed ? '已订阅，免费时会提醒' : '免费时提醒我'}
        </Button>
      )}
      <div className="flex min-h-11 items-center justify-between gap-3">
        <ScreenLink to={comicPath(comic.id)} replace className={QUIET_LINK}>
          返回目录
        </ScreenLink>
        {next && (
          <ScreenLink to={chapterPath(next.id)} replace className={QUIET_LINK}>
            {next.access === 'owned' ? '读已购的' : '免费读'} {chapterName(next)}
          </ScreenLink>
        )}
      </div>
    </>
  );
}
