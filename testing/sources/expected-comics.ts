import type { ReadTree } from './named-trees.ts';
import type { NamingCase } from './naming-cases.ts';

type AnyOf<T> = { anyOf: readonly T[] };
export type ExpectedChapter = string | { file: string; number?: number | null | readonly number[]; anywhere?: boolean };
export type ExpectedComic = {
  comic: string | AnyOf<string>;
  chapters: readonly ExpectedChapter[] | AnyOf<readonly ExpectedChapter[]>;
};
export type Expected = readonly ExpectedComic[] | AnyOf<readonly ExpectedComic[]>;

/** The expected result and the file tree of a naming case. */
export function expectedOf({ comics, '-': leftOut = [] }: NamingCase): { tree: string[]; expect: ExpectedComic[] } {
  const expect = Object.entries(comics).map(([comic, lines]) => ({ comic, chapters: lines.map(readLine) }));
  const files = expect.flatMap(({ chapters }) => chapters.map(({ file }) => file));
  return { tree: [...files, ...leftOut], expect };
}

function readLine(line: string) {
  const [, file = line, number, anywhere] = /^(.*?)(?: = ([\d.]+)| (~))?$/.exec(line) ?? [];
  return { file, ...(number && { number: Number(number) }), ...(anywhere && { anywhere: true }) };
}

/** The differences from the nearest expected result, as text; empty if there are none. */
export function differences({ comics }: ReadTree, expected: Expected): string[] {
  return fewest(choices(expected).map((answer) => compareComics(comics, answer)));
}

function choices<T>(value: T | AnyOf<T>): readonly T[] {
  return typeof value === 'object' && value !== null && 'anyOf' in value ? value.anyOf : [value];
}

const fewest = (all: string[][]): string[] => all.sort((a, b) => a.length - b.length)[0] ?? [];

function compareComics(comics: ReadTree['comics'], expected: readonly ExpectedComic[]): string[] {
  const found = new Set<string>();
  const wrong = expected.flatMap(({ comic, chapters }) => {
    const title = choices(comic).find((each) => comics.has(each));
    if (title === undefined) return [`there is no «${choices(comic).join('» or «')}»`];
    found.add(title);
    const read = comics.get(title) ?? [];
    return fewest(choices(chapters).map((answer) => compareChapters(title, read, answer)));
  });
  const others = [...comics.keys()].filter((title) => !found.has(title));
  return [...wrong, ...others.map((title) => `«${title}» should not be there`)];
}

type Read = readonly { file: string; no: number }[];

function compareChapters(title: string, read: Read, expected: readonly ExpectedChapter[]): string[] {
  const chapters = expected.map((each) => (typeof each === 'string' ? { file: each } : each));
  const placeOf = (file: string) => read.findIndex((each) => each.file === file || each.file === folderOf(file));
  const wrong = chapters.flatMap((chapter) => {
    const place = placeOf(chapter.file);
    const number = 'number' in chapter ? (chapter.number ?? undefined) : undefined;
    if (place < 0) return [`${chapter.file} is not in «${title}»`];
    const allowed = number === undefined ? undefined : [number].flat();
    const no = read[place]?.no ?? 0;
    return allowed === undefined || allowed.includes(no)
      ? []
      : [`${chapter.file} is ${no}, not ${allowed.join(' or ')}`];
  });
  const others = read.filter(
    ({ file }) => !chapters.some((each) => each.file === file || folderOf(each.file) === file),
  );
  const places = chapters.filter((each) => !('anywhere' in each && each.anywhere)).map(({ file }) => placeOf(file));
  const isInOrder = places.every((place, index) => index === 0 || place > (places[index - 1] ?? 0));
  return [
    ...wrong,
    ...others.map(({ file }) => `${file} should not be in «${title}»`),
    ...(isInOrder ? [] : [`the order of «${title}» is ${read.map(({ file, no }) => `${file} (${no})`).join(', ')}`]),
  ];
}

/** The folder of a loose page is the chapter. */
const folderOf = (file: string) => (/\.(?:png|jpg)$/.test(file) ? file.slice(0, file.lastIndexOf('/')) : file);
