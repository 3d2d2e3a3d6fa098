import type { ChapterItem, ComicDetail, LastRead } from '#contract/shapes';

/** A chapter of twelve pages that nobody has read. */
export const chapter = (no: number, more: Partial<ChapterItem> = {}): ChapterItem => ({
  id: 1000 + no,
  no,
  title: '',
  thumb: null,
  publishedAt: '2026-11-20T04:00:00Z',
  pages: 12,
  price: 0,
  salePrice: 0,
  access: 'free',
  freeAt: null,
  read: false,
  ...more,
});
const image = { url: '', width: 3, height: 4, color: '#000000' };

/** A comic with three chapters; `last` is where the reader is, by default in the first one. */
export const comic = (more: Partial<ComicDetail> = {}, last: Partial<LastRead> | null = null): ComicDetail => ({
  id: 1,
  title: '岛',
  cover: image,
  authors: [],
  genres: [],
  status: 'serial',
  weekdays: [7],
  latest: null,
  views: 0,
  flags: { new: false, up: false, free: false },
  sale: null,
  code: 'abc123',
  description: '',
  direction: 'strip',
  wide: null,
  ageRating: 'all',
  stats: { views: 0, subscribers: 0, favorites: 0 },
  chapters: [chapter(3), chapter(1), chapter(2)],
  ...more,
  me: {
    subscribed: false,
    favorited: false,
    last: last && { chapterId: 1001, no: 1, page: 0, offset: 0, finished: false, ...last },
  },
});
