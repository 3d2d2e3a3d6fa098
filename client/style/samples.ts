import type { Banner, ChapterAccess, ChapterItem, ComicDetail } from '#contract/shapes';
import type { Download } from '../features/downloads/download.ts';
import { COMICS } from './comics.ts';

const HOUR_MS = 3_600_000;
const wide = { url: '/img/none', width: 1200, height: 600, color: '#3b4a9a' };
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

export const BANNERS: readonly Banner[] = ['末班车，开往想念的人', '别人丢掉的梦，我来捡'].map((title, index) => ({
  id: index + 1,
  title,
  image: wide,
  link: '/free',
}));

const chapter: ChapterItem = {
  id: 1,
  no: 3,
  title: '归来',
  thumb: null,
  publishedAt: inHours(-1),
  pages: 12,
  price: 12,
  salePrice: 12,
  access: 'locked',
  freeAt: null,
  read: false,
};

const locked: ChapterAccess = {
  comic: { id: 1, title: '完结的一部' },
  chapter,
  readable: false,
  access: 'locked',
  price: 12,
  salePrice: 12,
  freeAt: null,
  sale: null,
  preview: wide,
  affordable: false,
  coins: 0,
  bonus: 0,
  tickets: 0,
  autoBuy: false,
};

/** A locked chapter in each of its states; each has its own chapter id, because a purchase is stored by that id. */
export const LOCKED: readonly ChapterAccess[] = [
  locked,
  {
    ...locked,
    chapter: { ...chapter, id: 2 },
    salePrice: 9,
    sale: { percent: 75, endsAt: inHours(20) },
    tickets: 2,
    autoBuy: true,
  },
  { ...locked, chapter: { ...chapter, id: 3 }, freeAt: inHours(30) },
];

export const DETAIL: ComicDetail | undefined = COMICS[0] && {
  ...COMICS[0],
  code: 'sample',
  description: '',
  direction: 'strip',
  wide: null,
  ageRating: 'all',
  stats: { views: 0, subscribers: 0, favorites: 0 },
  chapters: [
    { ...chapter, access: 'free' },
    { ...chapter, id: 2, no: 4 },
  ],
  me: { subscribed: false, favorited: false, last: null },
};

const done: Download = {
  chapterId: 1,
  readerId: 1,
  comic: { id: 1, title: '完结的一部', ageRating: 'all' },
  no: 1,
  title: '读完的下载',
  until: null,
  state: 'done',
  fault: null,
  pictures: 12,
  held: 12,
  bytes: 995_000,
  addedAt: 0,
};

/** A download in each of its states. */
export const DOWNLOADS: readonly Download[] = [
  done,
  { ...done, chapterId: 2, no: 2, title: '限免已经结束', until: inHours(-1) },
  { ...done, chapterId: 3, no: 3, title: '在下载', state: 'waiting', held: 5 },
  { ...done, chapterId: 4, no: 4, title: '排着队', state: 'waiting', pictures: 0, held: 0 },
  { ...done, chapterId: 5, no: 5, title: '停下了', state: 'paused', held: 8 },
  { ...done, chapterId: 6, no: 6, title: '没有成功', state: 'failed', fault: 'pages', held: 8 },
];
