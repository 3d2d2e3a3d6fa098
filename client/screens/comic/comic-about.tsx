import { Fragment, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import type { ComicDetail } from '#contract/shapes';
import { LikeIcon, StarIcon } from '../../../ui/community-icons.tsx';
import { ForwardIcon } from '../../../ui/icons.tsx';
import { BellIcon, DownIcon, EyeIcon, HeartIcon } from '../../../ui/screen-icons.tsx';
import { saleText } from '../../features/comics/comic-card/comic-words.ts';
import { statusText } from '../../features/comics/status-text.ts';
import { ComicRating } from '../../features/community/comic-rating.tsx';
import { ScreenLink } from '../../features/navigation/screen-link/screen-link.tsx';
import { LazyBackground } from '../../features/pictures/lazy-image/lazy-background.tsx';
import { LazyImage } from '../../features/pictures/lazy-image/lazy-image.tsx';
import { countText } from '../../features/text/format/count-text.ts';
import { authorPath, genrePath, themePath } from '../../paths.ts';
import { ComicCover } from './cover/comic-cover.tsx';
import { tappedCover, tappedWide, useWideFlight } from './cover/cover-flight.ts';
import { useUsableSale } from './use-usable-sale.ts';
import './comic-head.css';
import './comic.css';

/** The cover on a phone, which is also the source of the blurred picture. */
const COVER_WIDTH = 112;

/** The wide picture of a comic, else its blurred cover, which needs no further request. */
export function ComicHero({ comic }: { comic: ComicDetail }) {
  const hero = useWideFlight(comic.id);
  if (comic.wide) {
    const until = tappedWide(comic.id)?.source;
    return <LazyBackground ref={hero} image={comic.wide} priority until={until} className="hero" />;
  }
  return (
    <div className="hero hero-blurred" style={{ backgroundColor: comic.cover.color }}>
      <LazyImage image={comic.cover} alt="" sizes={COVER_WIDTH} priority until={tappedCover(comic.id)?.source} />
    </div>
  );
}

type ComicAboutProps = {
  comic: ComicDetail;
  /** The main actions. */
  children: ReactNode;
};

/** The cover, the title, and the facts about the comic. */
export function ComicAbout({ comic, children }: ComicAboutProps) {
  // Without any rating a small button opens the stars.
  const [rates, setRates] = useState(false);
  const isRated = rates || (comic.rating?.count ?? 0) > 0;
  return (
    <header className="about">
      <div className="about-top">
        <ComicCover comic={comic} />
        <div className="about-words words">
          <h1 className="about-title">{comic.title}</h1>
          {comic.authors.length > 0 && <Authors names={comic.authors} />}
          <Marks comic={comic} />
          <Stats comic={comic} />
        </div>
      </div>
      {comic.rating && isRated && <ComicRating comicId={comic.id} rating={comic.rating} focused={rates} />}
      <div className="words mt-0.5 flex flex-wrap gap-x-2 text-xs">
        {comic.genres.length > 0 && <Genres names={comic.genres} />}
        {comic.rating && !isRated && (
          <button type="button" className={TAG} onClick={() => setRates(true)}>
            <span className="flex items-center gap-1 rounded-full bg-sunken px-2.5 py-1 text-soft">
              <StarIcon className="size-3.5" />
              评分
            </span>
          </button>
        )}
      </div>
      {comic.description && <Description text={comic.description} />}
      {comic.themes && (
        <p className="words mt-1 flex flex-wrap gap-x-4 text-sm">
          {comic.themes.map(({ id, title }) => (
            <ScreenLink key={id} to={themePath(id)} className="inline-flex h-11 items-center text-accent">
              专题 · {title}
            </ScreenLink>
          ))}
        </p>
      )}
      {children}
    </header>
  );
}

const TAG = 'flex h-11 items-center active:opacity-70';

function Genres({ names }: { names: readonly string[] }) {
  return (
    <ul aria-label="题材" className="flex flex-wrap gap-x-2">
      {names.map((genre) => (
        <li key={genre}>
          <ScreenLink to={genrePath(genre)} className={TAG}>
            <span className="rounded-full bg-sunken px-2.5 py-1 text-soft">{genre}</span>
          </ScreenLink>
        </li>
      ))}
    </ul>
  );
}

/** The weekdays of publication, the sale, and the age rating. */
function Marks({ comic }: { comic: ComicDetail }) {
  const sale = useUsableSale(comic);
  return (
    <p className="flex flex-wrap gap-x-2 text-sm">
      <span className="text-accent">{statusText(comic)}</span>
      {sale && <span className="font-medium text-warm">{saleText(sale.percent)}</span>}
      {comic.ageRating !== 'all' && <span className="text-soft">{comic.ageRating}+</span>}
    </p>
  );
}

/** The numbers of views, subscriptions, favorites and likes; zeros are left out. */
function Stats({ comic: { stats, likes = 0 } }: { comic: ComicDetail }) {
  const counts = [
    { label: '阅读', count: stats.views, Icon: EyeIcon },
    { label: '订阅', count: stats.subscribers, Icon: BellIcon },
    { label: '收藏', count: stats.favorites, Icon: HeartIcon },
    { label: '点赞', count: likes, Icon: LikeIcon },
  ].filter(({ count }) => count > 0);
  return (
    // The same height without numbers, so that the first subscription moves nothing.
    <p className="flex min-h-5 flex-wrap gap-x-3 gap-y-1 pt-1 text-xs text-soft">
      {counts.map(({ label, count, Icon }) => (
        <span key={label} className="inline-flex items-center gap-1">
          <Icon className="size-4" />
          <span className="sr-only">{label}</span>
          {countText(count)}
        </span>
      ))}
    </p>
  );
}

/** Each author leads to the works. */
function Authors({ names }: { names: readonly string[] }) {
  return (
    <p className="about-authors">
      {names.map((name, index) => (
        <Fragment key={name}>
          {index > 0 && '、'}
          <ScreenLink
            to={authorPath(name)}
            className="-my-3 inline-flex min-h-11 min-w-11 items-center active:opacity-70"
          >
            {name}
            <ForwardIcon className="size-3.5" />
          </ScreenLink>
        </Fragment>
      ))}
    </p>
  );
}

/** Three lines and a button for the rest; a short text has no button. */
function Description({ text }: { text: string }) {
  const paragraph = useRef<HTMLParagraphElement>(null);
  const [open, setOpen] = useState(false);
  const [folds, setFolds] = useState(false);
  useLayoutEffect(() => {
    const box = paragraph.current;
    if (box) setFolds(box.scrollHeight > box.clientHeight + 1);
  }, []);
  return (
    <div className="words mt-3">
      <p ref={paragraph} className={`leading-7 whitespace-pre-line text-soft ${open ? '' : 'line-clamp-3'}`}>
        {text}
      </p>
      {folds && (
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="-ml-1 inline-flex h-11 items-center gap-1 px-1 text-sm text-accent"
        >
          {open ? '收起' : '展开'}
          <DownIcon className={`size-4 transition-transform duration-150 ${open ? 'rotate-180' : ''}`} />
        </button>
      )}
    </div>
  );
}
