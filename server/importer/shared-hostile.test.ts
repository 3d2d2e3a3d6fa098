import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { open } from './open.ts';
import { type Opened, Unfit } from './source.ts';

const root = fileURLToPath(new URL('../../../shared/hostile/', import.meta.url));
const present = existsSync(`${root}MANIFEST.json`);

type Case = {
  file: string;
  expect: 'accept' | 'accept-partial' | 'reject' | 'policy';
  error?: string;
  alsoErrors?: string[];
  pageCount?: number;
  pageCountAny?: number[];
  altPages?: number;
  orderAmbiguous?: boolean;
  pages?: { entry: string; sha256?: string }[];
  metadata?: { title?: string; series?: string; number?: string; writer?: string };
};

const cases: Case[] = present ? JSON.parse(readFileSync(`${root}MANIFEST.json`, 'utf8')).cases : [];

/** The list's names for refusals that are called otherwise here. */
const OUR_NAMES: Record<string, string> = { not_a_zip: 'unsupported_format' };

/** What reading alone can't tell, because only decoding the picture does. */
const LEFT_TO_DECODING = /^(?:08-bad-images\/|07-junk\/(?:html|svg)-named)|^02-bombs\/(?:jpeg|png|webp)-/;

/** Other behaviour than the list's first choice, and why. */
const CHOSEN: Record<string, string> = {
  '10-comicinfo/comicinfo-bomb-512MiB.cbz': 'the list allows 3 pages with a warning: ComicInfo is not worth a chapter',
};

/** Each page as read, or the code with which its reading was refused. */
async function readAll(source: Opened): Promise<{ name: string; sha256?: string; refused?: string }[]> {
  const read = [];
  for (const { name, read: bytes } of source.pages) {
    try {
      read.push({
        name,
        sha256: createHash('sha256')
          .update(await bytes())
          .digest('hex'),
      });
    } catch (error) {
      if (!(error instanceof Unfit)) throw error;
      read.push({ name, refused: error.code });
    }
  }
  return read;
}

function expectPages(expected: Case, pages: { name: string; sha256?: string }[]): void {
  const wanted = expected.pages?.map(({ entry, sha256 }) => ({ name: entry.normalize('NFC'), sha256 })) ?? [];
  if (wanted.length === 0) {
    const counts = expected.pageCountAny ?? [expected.pageCount ?? expected.altPages];
    expect(counts).toContain(pages.length);
  } else if (expected.orderAmbiguous === true) {
    // Names in encodings that can't be told apart for sure are not compared, the pictures are.
    expect(pages.map(({ sha256 }) => sha256).sort()).toEqual(wanted.map(({ sha256 }) => sha256).sort());
  } else {
    expect(pages).toEqual(wanted);
  }
}

describe.skipIf(!present)('hostile and odd archives (skipped where ../shared/hostile is absent)', () => {
  test.each(cases)('$file', { timeout: 10_000 }, async (expected) => {
    const codes = [expected.error, ...(expected.alsoErrors ?? [])]
      .flatMap((code) => code ?? [])
      .map((code) => OUR_NAMES[code] ?? code);
    let source: Opened;
    try {
      source = await open({ kind: 'archive', path: root + expected.file, parents: [], bytes: 0 });
    } catch (error) {
      expect(error).toBeInstanceOf(Unfit);
      expect(codes).toContain(error instanceof Unfit ? error.code : error);
      expect(error instanceof Unfit ? error.message : '').not.toMatch(/\p{Cc}/u);
      return;
    }
    const pages = await readAll(source);
    await source.close();
    expect(source.warnings.join('')).not.toMatch(/\p{Cc}/u);
    if (LEFT_TO_DECODING.test(expected.file)) return;
    const refused = pages.flatMap((page) => page.refused ?? []);
    for (const code of refused) expect(codes).toContain(code);
    if (expected.expect === 'reject' && CHOSEN[expected.file] === undefined) expect(refused).not.toEqual([]);
    else
      expectPages(
        expected,
        pages.filter((page) => page.refused === undefined),
      );
    const { title, series, number, writer } = expected.metadata ?? {};
    if (title !== undefined) expect(source.metadata.title).toBe(title);
    if (series !== undefined) expect(source.metadata.series).toBe(series);
    if (writer !== undefined) expect(source.metadata.authors).toEqual([writer]);
    if (number !== undefined) expect(source.metadata.no).toBe(/^\d+$/.test(number) ? Number(number) : undefined);
  });

  test('nothing was written outside while reading them', () => {
    expect(existsSync('/tmp/h6-pwned')).toBe(false);
  });
});
