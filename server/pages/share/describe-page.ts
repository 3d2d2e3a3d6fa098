import { chapterTitle } from '#contract/chapter-title';
import { chapterPath, comicPath, isScreenPath, paths } from '#contract/paths';
import {
  ageLimit,
  type Catalog,
  type ChapterRow,
  type ComicRecord,
  fromAge,
  published,
} from '../../modules/catalog/catalog.ts';
import { type Brand, brandPicturePath, type Editorial } from '../../modules/editorial/editorial.ts';
import { dataOfChapter, dataOfComic, dataOfSite, dataOfTrail, type StructuredData } from './structured-data.ts';

/** The description of a page for programs that run no script: search engines, and apps that preview an address. */
export type PageDescription = {
  /** False = there is no such page, or no such comic. */
  found: boolean;
  /** The address to which the content was moved by a merge; null = it was not moved. */
  movedTo: string | null;
  /** False = search engines are asked to leave the page out. */
  indexed: boolean;
  siteName: string;
  /** Without the name of the site. */
  title: string;
  description: string;
  /** The one address of the content of the page; null if it is not for others. */
  path: string | null;
  kind: 'website' | 'book' | 'article';
  picture: SharePicture | null;
  /** The feed of the comic that the page is about. */
  feed: { path: string; title: string } | null;
  data: StructuredData[];
};

export type SharePicture = { path: string; type: 'image/jpeg' | 'image/png'; width: number; height: number };

/** Titles of the screens that search engines may list; all others are the reader's own. */
const LISTED: Readonly<Record<string, string>> = {
  [paths.root]: '',
  [paths.home]: '',
  [paths.weekly]: '每周',
  [paths.new]: '新作',
  [paths.complete]: '完结',
  [paths.ranking]: '排行',
  [paths.freesale]: '优惠',
  [paths.free]: '免费',
  [paths.themes]: '专题',
  [paths.faq]: '帮助与反馈',
  [paths.service]: '服务条款',
  [paths.privacy]: '隐私政策',
};

/** The addresses of those screens, each once: the root leads to home. */
export const LISTED_PATHS: readonly string[] = Object.keys(LISTED).filter((path) => path !== paths.root);

const MOST_DESCRIBED = 160;

/** `areCodesOpen`: there are redeem codes to use; null = there was never one. */
export type PageSources = { catalog: Catalog; editorial: Editorial; areCodesOpen(): Promise<boolean | null> };

/** The screens of features that the operator can switch off. Without the feature there is no such page. */
const OPTIONAL: Readonly<Record<string, (sources: PageSources) => Promise<boolean>>> = {
  [paths.notices]: async ({ editorial }) => (await editorial.parts()).features.notices,
  [paths.redeem]: async ({ areCodesOpen }) => (await areCodesOpen()) !== null,
};

/** Describes the page of a path; `origin` is that of the site. */
export async function describePage(
  sources: PageSources,
  path: string,
  origin: string,
  now: Date,
): Promise<PageDescription> {
  const brand = await sources.editorial.brand();
  const [, kind, digits] = path.split('/');
  const id = Number(digits);
  const address = { path, origin, brand, now };
  if (!isScreenPath(path) || (digits !== undefined && id > Number.MAX_SAFE_INTEGER))
    return nothing(brand.name, '页面不存在');
  if ((await OPTIONAL[path]?.(sources)) === false) return nothing(brand.name, '页面不存在');
  if (kind === 'comic') return describeComicPath(sources, id, address);
  if (kind === 'chapter') return describeChapterPath(sources, id, address);
  if (kind === 'theme' && digits !== undefined) return describeThemePath(sources, id, address);
  const title = LISTED[path];
  if (title === undefined) return page(brand.name, '');
  const canonical = path === paths.root ? paths.home : path;
  const data = [dataOfSite(origin, brand.name)];
  return { ...page(brand.name, title), indexed: true, path: canonical, picture: iconOf(brand), data };
}

type Address = { path: string; origin: string; brand: Brand; now: Date };

async function describeComicPath({ catalog }: PageSources, id: number, { path, origin, brand, now }: Address) {
  const record = await catalog.comic(id);
  if (!record) return nothing(brand.name, '漫画不存在');
  return movedTo(comicPath(record.comic.id), path, describeComic(brand.name, origin, record, now));
}

async function describeChapterPath({ catalog }: PageSources, id: number, { path, origin, brand, now }: Address) {
  const found = await catalog.anyChapter(id);
  const record = found?.record.comic.online ? found.record : null;
  const chapter = record && published(record, now).find((each) => each.id === found?.chapterId);
  if (!chapter) return nothing(brand.name, '章节不存在');
  return movedTo(chapterPath(chapter.id), path, describeChapter(brand.name, origin, { record, chapter }, now));
}

async function describeThemePath({ editorial }: PageSources, id: number, { path, brand, now }: Address) {
  const theme = await editorial.theme(id, now);
  if (!theme) return nothing(brand.name, '专题不存在');
  const shown = { ...page(brand.name, theme.title), ...describedBy(theme.description) };
  return { ...shown, indexed: true, path, picture: iconOf(brand) };
}

function movedTo(present: string, path: string, description: PageDescription): PageDescription {
  return present === path ? description : { ...description, movedTo: present };
}

/** The picture of pages without a comic. */
function iconOf({ icon }: Brand): SharePicture | null {
  return icon && { path: brandPicturePath(icon.large), type: 'image/png', width: 512, height: 512 };
}

/** Whether everyone may see that a comic exists. Readers must confirm their age to see comics of a higher age. */
export function isPublic({ comic }: ComicRecord): boolean {
  return fromAge(comic.ageRating) <= ageLimit({ adult: false, teen: false });
}

export function sharePicturePath(comicId: number): string {
  return `/share/comic/${comicId}.jpg`;
}

export function comicFeedPath(comicId: number): string {
  return `${comicPath(comicId)}/rss.xml`;
}

/** The text in one line, cut so that it fits into results and cards. */
export function inOneLine(text: string): string {
  const characters = [...text.replace(/\s+/gu, ' ').trim()];
  return characters.length > MOST_DESCRIBED
    ? `${characters.slice(0, MOST_DESCRIBED - 1).join('')}…`
    : characters.join('');
}

function describeComic(siteName: string, origin: string, record: ComicRecord, now: Date): PageDescription {
  // The page itself asks readers to confirm that they are of age.
  if (!isPublic(record)) return page(siteName, '');
  const { comic } = record;
  const picture = pictureOf(record);
  const trail = [
    { name: siteName, path: paths.home },
    { name: comic.title, path: comicPath(comic.id) },
  ];
  return {
    ...page(siteName, comic.title),
    ...describedBy(comic.description || factsOf(record, now)),
    indexed: true,
    path: comicPath(comic.id),
    kind: 'book',
    picture,
    feed: { path: comicFeedPath(comic.id), title: comic.title },
    data: [dataOfComic(origin, record, now, picture ? origin + picture.path : undefined), dataOfTrail(origin, trail)],
  };
}

function describeChapter(
  siteName: string,
  origin: string,
  { record, chapter }: { record: ComicRecord; chapter: ChapterRow },
  now: Date,
): PageDescription {
  const ofComic = describeComic(siteName, origin, record, now);
  if (!ofComic.indexed) return ofComic;
  const { title } = record.comic;
  const path = chapterPath(chapter.id);
  const picture = ofComic.picture ? origin + ofComic.picture.path : undefined;
  const trail = [
    { name: siteName, path: paths.home },
    { name: title, path: comicPath(record.comic.id) },
    { name: chapterTitle(chapter), path },
  ];
  return {
    ...ofComic,
    title: `${title} ${chapterTitle(chapter)}`,
    description: inOneLine(`阅读《${title}》${chapterTitle(chapter)}。${ofComic.description}`),
    path,
    kind: 'article',
    data: [dataOfChapter(origin, { record, chapter }, now, picture), dataOfTrail(origin, trail)],
  };
}

/** The text for a comic without a description. */
function factsOf(record: ComicRecord, now: Date): string {
  const { title, authors, genres, status } = record.comic;
  const latest = published(record, now).at(-1);
  const parts = [
    `《${title}》`,
    authors.length > 0 ? `${authors.join('、')} 著` : '',
    genres.join('、'),
    status === 'complete' ? '已完结' : '连载中',
    latest ? `更新到${chapterTitle(latest)}` : '',
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

function pictureOf({ comic: { id, cover } }: ComicRecord): SharePicture | null {
  return cover?.jpegKey
    ? { path: sharePicturePath(id), type: 'image/jpeg', width: cover.width, height: cover.height }
    : null;
}

/** A page that shows only the name of the site. */
function page(siteName: string, title: string): PageDescription {
  return {
    found: true,
    movedTo: null,
    indexed: false,
    siteName,
    title,
    description: `${siteName}：安静地看漫画`,
    path: null,
    kind: 'website',
    picture: null,
    feed: null,
    data: [],
  };
}

function nothing(siteName: string, title: string): PageDescription {
  return { ...page(siteName, title), found: false };
}

/** The site's own words stay where there are none. */
function describedBy(text: string): Partial<PageDescription> {
  return text.trim() === '' ? {} : { description: inOneLine(text) };
}
