import type { Random } from '../../app/seeded-random.ts';
import {
  BARE,
  BEFORE,
  BEHIND,
  CHAPTER_TITLES,
  DATES,
  INDEXES,
  MARKERS,
  OTHERS,
  PIECES,
  RANGES,
  SEPARATORS,
  TITLES,
} from './made-up-names.ts';

export type MadeUpFolder = {
  /** The typed folder. */
  root: string;
  title: string;
  /** In reading order, with the chapter number if it has one. */
  files: { file: string; no?: number }[];
  /** Side stories and the like: they must be kept, at any position. */
  others: string[];
};

/** A folder named by one person: one form for all files, with a few exceptions. */
export function makeUpFolder(random: Random, size: number): MadeUpFolder {
  const title = random.oneOf(TITLES);
  const kind = random.below(8);
  // A typed folder Vol.0 is a volume of its parent folder.
  const place = random.oneOf(title === 'Vol.0' ? (['own'] as const) : (['own', 'own', 'titled', 'root'] as const));
  if (kind === 0) return inFolder(random, title, place, piecesOf(random, size));
  if (kind === 1) return inFolder(random, title, place, rangesOf(random, size));
  if (kind === 2) return inFolder(random, title, place, datesOf(random, size));
  return numbered(random, title, size);
}

type Named = { name: string; no?: number }[];

function inFolder(random: Random, title: string, place: 'own' | 'titled' | 'root', names: Named): MadeUpFolder {
  const separator = random.oneOf([' ', '_', ' - ']);
  const before = place === 'titled' ? `${title}${separator}` : '';
  const folder = place === 'root' ? '' : `${title}/`;
  const files = names.map(({ name, ...no }) => ({ file: `${folder}${before}${name}.cbz`, ...no }));
  return { root: place === 'root' ? title : '漫画', title: shownTitle(title), files, others: [] };
}

const shownTitle = (title: string) => title.replace(/^《(.*)》$/, '$1');

function piecesOf(random: Random, size: number): Named {
  const [pieces, first] = [random.oneOf(PIECES), random.below(30)];
  return Array.from({ length: size / 2 }, (_, at) => pieces(first + at + 1).map((name) => ({ name }))).flat();
}

function rangesOf(random: Random, size: number): Named {
  const [range, width] = [random.oneOf(RANGES), 2 + random.below(9)];
  return Array.from({ length: size }, (_, at) => ({
    name: range(at * width + 1, (at + 1) * width),
    no: at * width + 1,
  }));
}

function datesOf(random: Random, size: number): Named {
  const date = random.oneOf(DATES);
  return Array.from({ length: size }, (_, at) => ({ name: date(at) }));
}

function numbered(random: Random, title: string, size: number): MadeUpFolder {
  const isBare = random.below(4) === 0;
  const marker = random.oneOf(isBare ? BARE : MARKERS);
  const [separator, before, behind] = [random.oneOf(SEPARATORS), random.oneOf(BEFORE), random.oneOf(BEHIND)];
  // Without a folder, these titles can't be distinguished from numbers.
  const isNumber = /^(?:Vol\.0|86)$/.test(title) || (/\d$/.test(title) && (isBare || separator === '.'));
  const place = random.oneOf(isNumber ? (['own', 'titled'] as const) : (['own', 'own', 'titled', 'flat'] as const));
  const index = !isBare && place === 'own' && random.below(4) === 0 ? random.oneOf(INDEXES) : undefined;
  const hasTitles = !isBare && index === undefined && random.below(2) === 0;
  const first = random.below(40);
  const folder = place === 'flat' ? '' : `${title}/`;
  const files = Array.from({ length: size }, (_, at) => {
    const no = first + at + 1;
    const chapter = hasTitles ? ` ${random.oneOf(CHAPTER_TITLES)}` : '';
    const named = place === 'own' ? '' : `${title}${separator}`;
    return { file: `${folder}${index?.(no) ?? before}${named}${marker(no)}${chapter}${behind}.cbz`, no };
  });
  const others = random.below(3) === 0 && place === 'own' ? [`${folder}${random.oneOf(OTHERS)}.cbz`] : [];
  return { root: '漫画', title: shownTitle(title), files, others };
}
