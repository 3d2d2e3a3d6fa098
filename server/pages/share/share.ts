import { chapterTitle } from '#contract/chapter-title';
import type { FirstAnswers } from '#contract/first-answers';
import { chapterPath, comicPath, paths, themePath } from '#contract/paths';
import type { Clock } from '../../core/dispatch/ctx.ts';
import { type IndexableRow, published } from '../../modules/catalog/catalog.ts';
import type { Community } from '../../modules/community/community.ts';
import { runs } from '../../modules/editorial/editorial.ts';
import {
  describePage,
  inOneLine,
  isPublic,
  LISTED_PATHS,
  type PageDescription,
  type PageSources,
} from './describe-page.ts';
import { sharedAnswers } from './first-answers.ts';

/** A feed: the latest chapters, newest first. */
export type Feed = { title: string; description: string; path: string; items: FeedItem[] };
export type FeedItem = { title: string; path: string; at: Date };

/** A page that search engines may visit; `at` = when it last changed, null if that is not known. */
export type SitemapEntry = { path: string; at: Date | null };

/** The offers of the site for other programs: search engines, feed readers, and apps that preview a shared address. */
export type Share = {
  describe(path: string, origin: string): Promise<PageDescription>;
  /** The first answers of a comic or a chapter for a new reader; null if there are none. */
  answers(path: string): Promise<FirstAnswers | null>;
  /** The key of a comic's picture in previews; null if the comic is not public. */
  picture(comicId: number): Promise<string | null>;
  /** The feed of the whole site. */
  feed(): Promise<Feed>;
  /** Null if the comic is not public. */
  comicFeed(comicId: number): Promise<Feed | null>;
  /** The names of the parts of the sitemap. */
  sitemapParts(): Promise<string[]>;
  /** One of these parts. */
  sitemapPart(name: string): Promise<SitemapEntry[]>;
  /** Drops the cached data after a change of the catalogue. */
  changed(): void;
};

/** Ids in one part of the sitemap. The protocol allows 50,000 addresses; 10,000 are about one megabyte. */
export const IDS_OF_PART = 10_000;
const COMIC_ITEMS = 50;
const SCREENS = 'screens';
/** Cached data expires, because a chapter can also appear at its planned time, without a change. */
const KEPT_MS = 60_000;

export function createShare(sources: PageSources & { community: Community }, clock: Clock): Share {
  const { catalog, editorial } = sources;
  const feeds = cacheFor<Feed>(KEPT_MS, clock);
  const lastIds = cacheFor<{ comic: number; chapter: number }>(KEPT_MS, clock);
  const siteName = async () => (await editorial.parts()).site.name;

  async function publicRecord(comicId: number) {
    const record = await catalog.comic(comicId);
    return record && isPublic(record) ? record : null;
  }

  async function siteFeed(): Promise<Feed> {
    const [name, released] = await Promise.all([siteName(), catalog.indexable.latestReleases(clock())]);
    const items = released.map(({ comicTitle, ...chapter }) => ({
      title: `${comicTitle} ${chapterTitle(chapter)}`,
      path: chapterPath(chapter.id),
      at: chapter.publishedAt,
    }));
    return { title: `${name} · 最近更新`, description: `${name}最近更新的漫画`, path: paths.home, items };
  }

  async function readPart(name: string): Promise<SitemapEntry[]> {
    if (name === SCREENS) {
      const themes = (await editorial.parts()).themes.filter((theme) => runs(theme, clock()));
      return [...LISTED_PATHS, ...themes.map(({ id }) => themePath(id))].map((path) => ({ path, at: null }));
    }
    const [of, number] = name.split('-');
    const after = Number(number) * IDS_OF_PART;
    const list = of === 'comics' ? catalog.indexable.comics : catalog.indexable.chapters;
    const pathOf = of === 'comics' ? comicPath : chapterPath;
    return (await list(clock(), after, after + IDS_OF_PART)).map(({ id, at }: IndexableRow) => ({
      path: pathOf(id),
      at,
    }));
  }

  return {
    describe: (path, origin) => describePage(sources, path, origin, clock()),
    answers: (path) => sharedAnswers(sources, path, clock()),
    picture: async (comicId) => (await publicRecord(comicId))?.comic.cover?.jpegKey ?? null,
    feed: () => feeds.of(siteFeed),
    async comicFeed(comicId) {
      const record = await publicRecord(comicId);
      if (!record) return null;
      const { title, description } = record.comic;
      const items = published(record, clock())
        .toSorted((a, b) => b.publishedAt.getTime() - a.publishedAt.getTime() || b.no - a.no)
        .slice(0, COMIC_ITEMS)
        .map((chapter) => ({ title: chapterTitle(chapter), path: chapterPath(chapter.id), at: chapter.publishedAt }));
      return {
        title: `${title} · ${await siteName()}`,
        description: inOneLine(description) || `《${title}》的更新`,
        path: comicPath(comicId),
        items,
      };
    },
    async sitemapParts() {
      const { comic, chapter } = await lastIds.of(catalog.indexable.lastIds);
      return [SCREENS, ...partsOf('comics', comic), ...partsOf('chapters', chapter)];
    },
    sitemapPart: readPart,
    changed() {
      feeds.drop();
      lastIds.drop();
    },
  };
}

/** A part always has the same ids, even after comics are added or removed. */
function partsOf(kind: string, lastId: number): string[] {
  return Array.from({ length: Math.ceil(lastId / IDS_OF_PART) }, (_, number) => `${kind}-${number}`);
}

/** Caches the result of `make`. Concurrent callers share one `make`. */
type Cached<T> = { of(make: () => Promise<T>): Promise<T>; drop(): void };

function cacheFor<T>(milliseconds: number, clock: Clock): Cached<T> {
  let cached: { made: Promise<T>; at: number } | null = null;
  return {
    of(make) {
      const now = clock().getTime();
      if (cached && now >= cached.at && now < cached.at + milliseconds) return cached.made;
      const entry = { made: make(), at: now };
      cached = entry;
      entry.made.catch(() => {
        if (cached === entry) cached = null;
      });
      return entry.made;
    },
    drop() {
      cached = null;
    },
  };
}
