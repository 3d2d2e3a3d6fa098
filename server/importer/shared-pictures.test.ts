import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { drawDamaged } from './pictures/damage/damaged-pages.ts';
import { type Bitmap, decodePicture, sizeOfPicture } from './pictures/decode/decode.ts';
import { kindOfPicture } from './pictures/decode/picture-kind.ts';
import { openSource } from './read/open-source.ts';
import { SourceError } from './source/source-error.ts';

const root = fileURLToPath(new URL('../../../shared/hostile/', import.meta.url));
const present = existsSync(`${root}MANIFEST.json`);

type Point = { x: number; y: number; rgb: [number, number, number] };
type Case = {
  file: string;
  expect: string;
  pageCount?: number;
  pageCountAny?: number[];
  alsoOk?: string;
  pages?: { width?: number; height?: number; frames?: number }[];
  pixelChecks?: { page?: number; points: Point[]; tolerance?: number };
};

const cases: Case[] = present
  ? JSON.parse(readFileSync(`${root}MANIFEST.json`, 'utf8')).cases.filter((each: Case) => /^0[789]-/.test(each.file))
  : [];

/** The page as it would be shown, or undefined if it is left out. */
async function shown(bytes: Buffer): Promise<{ page: Bitmap; isDamaged: boolean } | undefined> {
  if (!kindOfPicture(bytes)) return undefined;
  try {
    return { page: await decodePicture(bytes, await sizeOfPicture(bytes)), isDamaged: false };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    expect(error.code).toBe('bad_image');
    const { bitmap } = await drawDamaged(bytes, { width: 360, height: 512 });
    return { page: bitmap, isDamaged: true };
  }
}

describe.skipIf(!present)('unusual and damaged pictures (skipped where ../shared/hostile is absent)', () => {
  test.each(cases)('$file', async (expected) => {
    const source = await openSource({ kind: 'archive', path: root + expected.file, root: '/', parents: [] });
    const pages = [];
    for (const { read } of source.pages) pages.push(await shown(await read()));
    await source.close();
    const there = pages.flatMap((page) => page ?? []);
    const placeholders = /placeholder/.test(expected.alsoOk ?? '')
      ? [there.filter((each) => !each.isDamaged).length]
      : [];
    const counts = expected.pageCountAny ?? [expected.pageCount];
    expect([there.length, ...placeholders].some((count) => counts.includes(count))).toBe(true);
    if (expected.file.startsWith('09-')) {
      expect(there.every((each) => !each.isDamaged)).toBe(true);
      const sizes = expected.pages?.map(({ width, height }) => ({ width, height })) ?? [];
      expect(there.map(({ page: { width, height } }) => ({ width, height }))).toEqual(sizes);
    }
    const { page: number, points = [], tolerance = 12 } = expected.pixelChecks ?? {};
    const checked = number === undefined ? there : there.slice(number - 1, number);
    for (const { page } of checked) {
      for (const { x, y, rgb } of points) {
        const at = 3 * (y * page.width + x);
        const off = rgb.map((expected, channel) => Math.abs((page.pixels[at + channel] ?? 0) - expected));
        expect(Math.max(...off)).toBeLessThanOrEqual(tolerance);
      }
    }
  });
});
