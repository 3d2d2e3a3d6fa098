import { MAX_NAME, oneLine } from '../text/bounded-text.ts';
import { readBrackets } from './brackets.ts';
import { CHINESE_DIGITS, parseChineseNumber } from './chinese-number.ts';
import { isOneShots, isPartOfSeries, isPlace, isSeason, isSpecials } from './folder-kinds.ts';

/** What a file's name and its folders tell about a chapter. */
export type NameParts = {
  series: string | undefined;
  no: number | undefined;
  title: string | undefined;
  authors: string[];
  /** Of a chapter that says one, or that lies in the folder of one. */
  volume: number | undefined;
  /** A side story: it has no place among the regular chapters. */
  special: boolean;
};

/** `name` has no extension; `parents` are folder names, the nearest last, which count where the name has no series. */
export function readName(name: string, parents: string[]): NameParts {
  const [nearest = ''] = parents.slice(-1);
  const own = splitName(name);
  const author =
    (own.author ?? parents.map(splitFolderName).findLast((folder) => folder.series !== undefined)?.author) || '';
  const authors = author === '' ? [] : [author];
  if (isOneShots(nearest)) return { ...asOneShot(name), authors: own.author === undefined ? [] : [own.author] };
  const folders = parents.filter((parent) => !isPlace(parent.trim()) && !isPartOfSeries(parent)).map(splitFolderName);
  const above = folders.findLast((folder) => folder.series !== undefined);
  const parts = withoutAside(own, above?.series);
  const volume = own.volume ?? readVolume(parents);
  const series = joinSeason(above?.series, parts.series);
  if (isSpecials(nearest)) return { ...asSpecial(name, parts, above?.series, nearest), authors, volume };
  // 书名/第1卷/书名 第1卷 is the volume itself, in a folder of its own.
  return { series, no: parts.no, title: parts.title, authors, volume, special: parts.special };
}

/** In a folder for what is complete in one file, the whole name is the title, numbers too. */
function asOneShot(name: string): NameParts {
  const text = trimName(readBrackets(halfWidth(name)).text);
  return { series: text, no: undefined, title: undefined, authors: [], volume: undefined, special: false };
}

function asSpecial(
  name: string,
  own: SplitName,
  above: string | undefined,
  folder: string,
): Omit<NameParts, 'authors'> {
  const text = trimName(readBrackets(halfWidth(name)).text) ?? name;
  const bare = above !== undefined && text.startsWith(above) ? trimName(text.slice(above.length)) : text;
  const title = bare === undefined || /^[\d.]+$/.test(bare) ? trimName(`${folder} ${bare ?? ''}`) : bare;
  return { series: above ?? own.series, no: undefined, title, volume: undefined, special: true };
}

/** Of the nearest folder that is a volume: 书名/第2卷/01, 书名/书名 Vol.2/01. */
export function readVolume(parents: string[]): number | undefined {
  for (const parent of parents.slice(-2).reverse()) {
    const match = firstMatch(VOLUMES, halfWidth(parent));
    if (match !== undefined) return readNumber(match[1]);
  }
  return undefined;
}

type SplitName = {
  series: string | undefined;
  no: number | undefined;
  title: string | undefined;
  author: string | undefined;
  volume: number | undefined;
  special: boolean;
};

/** A number at the end of a folder's name belongs to the title where nothing says what it counts: 作品2, Area 51. */
function splitFolderName(folder: string): SplitName {
  const parts = splitName(folder);
  const { plain } = withoutBrackets(folder);
  const isTitle = parts.series !== undefined && parts.no !== undefined && parts.title === undefined;
  if (!isTitle || matchMarker(plain) !== undefined || matchHalf(plain) !== undefined) return parts;
  return { ...parts, series: trimName(plain), no: undefined };
}

function withoutBrackets(name: string): { plain: string; author: string | undefined } {
  const { text, author } = readBrackets(halfWidth(name));
  return { plain: oneLine(text.replace(WHOLE_WORK, ' '), 1_000) ?? '', author };
}

function splitName(name: string): SplitName {
  const { plain, author } = withoutBrackets(name);
  const side = matchSideStory(plain);
  const parts = side ??
    matchMarker(plain) ??
    matchHalf(plain) ??
    matchPlainNumber(plain) ?? { before: plain, no: undefined, after: '' };
  const title = trimName(parts.after.replace(/\(?\bv(?:ol)?\.?\s*\d+\)?/i, ''));
  const ended = title !== undefined && /^(?:完|完结|完結|end|fin)$/i.test(title);
  return {
    series: trimName(parts.before),
    no: withHalf(parts),
    title: ended ? undefined : title,
    author: trimName(author ?? ''),
    volume: parts.volume,
    special: side !== undefined && side.no === undefined,
  };
}

const ASIDE = /^(?:序[章幕言]?|楔子|引子|终章|終章|尾声|尾聲|后记|後記|预告|預告|prologue|epilogue|one-?shot)$/iu;

/** 书名/序章 and 书名/书名 山中 without a number are titles of chapters in that folder, not series of their own. */
function withoutAside(own: SplitName, above: string | undefined): SplitName {
  if (above === undefined || own.series === undefined || own.no !== undefined || own.title !== undefined) return own;
  if (ASIDE.test(own.series)) return { ...own, series: undefined, title: own.series, special: true };
  if (!own.series.startsWith(`${above} `)) return own;
  return { ...own, series: above, title: trimName(own.series.slice(above.length)) };
}

/** Each season counts from one, so 书名/第二季 第3话 is a series of its own. */
function joinSeason(above: string | undefined, own: string | undefined): string | undefined {
  return above !== undefined && own !== undefined && isSeason(own) ? `${above} ${own}` : (own ?? above);
}

/** 全10卷 says how much there is, not which one this is. */
const WHOLE_WORK = /[全共]\s*\d+\s*[话話回集卷巻册冊]/gu;

type NameMatch = { before: string; no: number | undefined; after: string; volume?: number };

const NUMBER = `(\\d{1,6}(?:\\.\\d{1,3})?|[${CHINESE_DIGITS}]{1,9})`;
const ARABIC = '(\\d{1,6}(?:\\.\\d{1,3})?)';
const RANGE_END = '(?:\\s*[-~～—至到]\\s*\\d{1,6})?';

/** In the order of how surely they mean a chapter. */
const CHAPTERS = [
  new RegExp(`第\\s*${NUMBER}${RANGE_END}\\s*[话話回集章节節期幕夜弹彈]`, 'iu'),
  new RegExp(`(?<![\\p{L}\\d])(?:chapter|chap|ch|episode|epis|ep|issue)[.\\s#-]*${ARABIC}${RANGE_END}(?!\\d)`, 'iu'),
  new RegExp(`#\\s*${ARABIC}(?!\\d)`, 'u'),
  new RegExp(`(?<![\\p{L}\\d])[ce]${ARABIC}(?![\\p{L}\\d])`, 'iu'),
  new RegExp(`(?<=e|^|\\s)s\\d{1,2}e${ARABIC}(?!\\d)`, 'iu'),
  new RegExp(`(?<![\\d.全共])${ARABIC}\\s*[话話回集](?![\\p{L}])`, 'iu'),
];
const VOLUMES = [
  new RegExp(`第\\s*${NUMBER}\\s*[卷册冊巻部]`, 'iu'),
  new RegExp(`(?<![\\p{L}\\d])(?:volume|vol|v)[.\\s#-]*${ARABIC}(?!\\d)`, 'iu'),
  new RegExp(`[卷巻]\\s*${NUMBER}(?![${CHINESE_DIGITS}\\d])`, 'iu'),
  new RegExp(`(?<![\\d.全共])${ARABIC}\\s*[卷巻册冊](?![\\p{L}])`, 'iu'),
];

/** 第3话, Vol.3 Ch.12.5, c012 …: the chapter's number counts, the volume's where there is no other. */
function matchMarker(text: string): NameMatch | undefined {
  const volume = firstMatch(VOLUMES, text);
  const chapter = firstMatch(CHAPTERS, text);
  if (chapter === undefined) return volume === undefined ? undefined : cutAt(text, volume, volume);
  // 第01话 v2 is a second version, not a second volume.
  if (volume === undefined || volume.index > chapter.index) {
    const rest = cutAt(text, chapter, chapter);
    return { ...rest, after: rest.after.replace(/^[\s_-]*v\d\b/i, '') };
  }
  return { ...cutAt(text, volume, chapter), volume: readNumber(volume[1]) };
}

function cutAt(text: string, from: RegExpExecArray, to: RegExpExecArray): NameMatch {
  return { before: text.slice(0, from.index), no: readNumber(to[1]), after: text.slice(to.index + to[0].length) };
}

/** Where the halves of one chapter go: 第12话（上）, （中）, （下） are 12, 12.3 and 12.5. */
const HALVES: Record<string, number> = { 上: 0, 前: 0, 中: 0.3, 下: 0.5, 后: 0.5, 後: 0.5 };
const HALF = /^[\s_-]*[（(]?\s*(?:([上中下])|([前中后後])\s*[篇编編])(?:\s*[篇集部])?\s*[)）]?(?![\p{L}\d])/u;

/** Only where the half stands right behind the number: 第4话 重逢（下） is chapter 4, whose story began in chapter 3. */
function withHalf({ no, after }: NameMatch): number | undefined {
  const half = HALF.exec(after);
  if (half === null || no === undefined || !Number.isInteger(no)) return no;
  return no + (HALVES[half[1] ?? half[2] ?? ''] ?? 0);
}

/** 书名（上）, 书名 下卷: halves of a work that have no numbers. */
function matchHalf(text: string): NameMatch | undefined {
  const half =
    /^(.*[^\s（(])(?:\s+|\s*(?=[（(]))[（(]?\s*(?:([上中下])\s*[卷册冊巻集部篇]?|([前后後])[篇编編])\s*[)）]?$/u.exec(
      text,
    );
  if (half === null) return undefined;
  const word = half[2] ?? half[3] ?? '';
  return { before: half[1] ?? '', no: word === '中' ? 2 : HALVES[word] === 0 ? 1 : 3, after: '' };
}

const SIDE = /番外|特别篇|特別篇|特典|外传|外傳|附录|附錄|(?<!\p{L})(?:extra|omake|special|side story|sp)(?!\p{L})/iu;

/** A side story's own count is no place among the chapters, so it gets no number, and keeps its words as title. */
function matchSideStory(text: string): NameMatch | undefined {
  const side = SIDE.exec(text);
  if (side === null) return undefined;
  const marked = matchMarker(text);
  const markedAt = marked === undefined ? -1 : marked.before.length;
  if (marked !== undefined && markedAt < side.index) return marked;
  const leading = /^(\d{1,4}(?:\.\d{1,2})?)\s*[-.、_ ]/.exec(text);
  if (leading !== null && leading.index < side.index) return undefined;
  return { before: text.slice(0, side.index), no: undefined, after: text.slice(side.index) };
}

const YEAR = /^(?:19|20)\d{2}$/;

/** Numbers without a word beside them: 书名 03, 03 标题, 书名03, 12. */
function matchPlainNumber(text: string): NameMatch | undefined {
  const alone = /^(\d{1,6}(?:\.\d{1,3})?)$/.exec(text);
  if (alone !== null) return { before: '', no: readNumber(alone[1]), after: '' };
  const last =
    /^(.*?)(?:[\s\-–—~·.]+|(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]))(\d{1,6}(?:\.\d{1,3})?)(?:\s*v\d)?\s*(?:完|完结|end)?$/iu.exec(
      text,
    );
  if (last !== null && !YEAR.test(last[2] ?? '')) return { before: last[1] ?? '', no: readNumber(last[2]), after: '' };
  const first = /^(\d{1,4}(?:\.\d{1,3})?)(?:\s*[.、:：\-–—]\s*|\s+)(?!\d)(.+)$/u.exec(text);
  if (first !== null && !YEAR.test(first[1] ?? ''))
    return { before: '', no: readNumber(first[1]), after: first[2] ?? '' };
  const middle = /^(.+?)[\s\-–—]+(\d{1,4}(?:\.\d{1,3})?)[\s\-–—:：]+(.+)$/u.exec(text);
  if (middle === null || YEAR.test(middle[2] ?? '')) return undefined;
  return { before: middle[1] ?? '', no: readNumber(middle[2]), after: middle[3] ?? '' };
}

function firstMatch(patterns: RegExp[], text: string): RegExpExecArray | undefined {
  for (const pattern of patterns) {
    const match = pattern.exec(text);
    if (match !== null && readNumber(match[1]) !== undefined) return match;
  }
  return undefined;
}

function readNumber(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return /^[\d.]+$/.test(text) ? Number(text) : parseChineseNumber(text);
}

/** Full-width digits and Latin letters become plain; the punctuation of titles stays as it was written. */
function halfWidth(name: string): string {
  return name
    .replace(/[０-９Ａ-Ｚａ-ｚ＃]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/(?<=\d)．(?=\d)/g, '.')
    .replaceAll('_', ' ');
}

function trimName(text: string): string | undefined {
  const plain = text.replace(/^[\s\-–—~·:：,，、.。|]+/u, '').replace(/(?:[\s\-–—~·:：,，、|]|(?<!\.)\.)+$/u, '');
  return oneLine(plain, MAX_NAME);
}
