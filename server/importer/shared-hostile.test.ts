import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isDrill } from '../../testing/drills/drill.ts';
import type { TurnEnded } from '../../testing/importing/import-in-turn.ts';
import { openWorkbench, type Workbench } from '../../testing/importing/import-workbench.ts';
import type { StoredPage } from '../modules/catalog/publishing/publishing.ts';
import { openSource } from './read/open-source.ts';
import type { Outcome } from './source/outcome.ts';

const root = fileURLToPath(new URL('../../../shared/hostile/', import.meta.url));
const present = existsSync(`${root}MANIFEST.json`);

type Point = { x: number; y: number; rgb: [number, number, number]; tolerance?: number };
type Case = {
  file: string;
  expect: 'accept' | 'accept-partial' | 'reject' | 'policy';
  error?: string;
  alsoErrors?: string[];
  pageCount?: number;
  pageCountAny?: number[];
  orderAmbiguous?: boolean;
  pages?: { entry: string; sha256?: string }[];
  metadata?: { title?: string; series?: string; number?: string; writer?: string };
  pixelChecks?: { page?: number; size?: [number, number]; points: Point[] };
};

const cases: Case[] = present ? JSON.parse(readFileSync(`${root}MANIFEST.json`, 'utf8')).cases : [];
/** One in five of each folder and expectation. `npm run drills` imports all. */
const IMPORTED = [...Map.groupBy(cases, ({ file, expect }) => `${dirname(file)} ${expect}`).values()].flatMap((alike) =>
  alike.filter((_, nth) => isDrill || nth % 5 === 0),
);
const MAX_MS = 10_000;
const MAX_MIB = 512;

/** Names of refusals in the list that are different here. */
const OUR_NAMES: Record<string, string> = { not_a_zip: 'unsupported_format', unsupported_image: 'bad_image' };

/** Other valid page counts, which the list mentions only in a sentence. */
const ALSO_RIGHT: Record<string, number[]> = {
  // "import the good pages and mark page 2 as unusable": left out or shown as damaged.
  '02-bombs/jpeg-claims-65500x65500.cbz': [1, 2],
  '02-bombs/png-30000x30000-grey.cbz': [2, 3],
  '02-bombs/png-65000x65000-1bit.cbz': [1, 2],
  '02-bombs/webp-16383x16383.cbz': [1, 2],
  // "3 pages, metadata_too_large": a chapter is not refused because of its ComicInfo.
  '10-comicinfo/comicinfo-bomb-512MiB.cbz': [3],
  // "2 pages if PDF is supported"
  '04-containers/is-pdf.cbz': [2],
  // A damaged entry is left out, or shown as damaged.
  '03-broken/corrupt-deflate-stream.cbz': [3],
  '03-broken/offset-out-of-file.cbz': [3],
};
/** "or 3 pages where page 2 shows a clear damaged placeholder" */
const SHOWN_AS_DAMAGED = /^(?:08-bad-images|07-junk)\//;

let bench: Workbench;
/** Folders whose archives need the most memory. */
const LARGE = ['02-bombs', '09-variants', '10-comicinfo'];
/**
 * A process imports one of these folders, or consecutive other ones, so that a memory peak can be attributed to few archives.
 */
let importing: { kind: string; child: ChildProcess } | undefined;

beforeAll(async () => {
  if (present) bench = await openWorkbench();
});
afterAll(async () => {
  if (!present) return;
  await endImporting();
  await bench.close();
});

async function endImporting(): Promise<void> {
  if (importing === undefined) return;
  const ended = once(importing.child, 'exit');
  importing.child.disconnect();
  await ended;
}

async function importerOf(folder: string): Promise<ChildProcess> {
  const kind = LARGE.includes(folder) ? folder : 'others';
  if (importing?.kind === kind) return importing.child;
  await endImporting();
  const script = fileURLToPath(new URL('../../testing/importing/import-in-turn.ts', import.meta.url));
  const child = fork(script, [JSON.stringify(bench.connection), bench.imageDir], { execArgv: [] });
  importing = { kind, child };
  return child;
}

async function importIt(folder: string, ...argv: string[]): Promise<TurnEnded & { outcomes: Outcome[] }> {
  const child = await importerOf(folder);
  child.send([...argv, '--json']);
  const [ended]: TurnEnded[] = await once(child, 'message');
  if (ended === undefined) throw new Error('The import answered nothing');
  return { ...ended, outcomes: JSON.parse(ended.stdout).sources };
}

async function pagesOf(series: string): Promise<StoredPage[]> {
  const { rows } = await bench.pool.query(
    'select pages from catalog.chapter join catalog.comic on comic.id = chapter.comic_id where comic.title = $1',
    [series],
  );
  return rows[0]?.pages ?? [];
}

async function sha256sOf(file: string): Promise<Map<string, string>> {
  const source = await openSource({ kind: 'archive', path: root + file, root: '/', parents: [] });
  const read = new Map<string, string>();
  for (const { name, read: bytes } of source.pages) {
    const content = await bytes().catch(() => undefined);
    if (content !== undefined) read.set(name, createHash('sha256').update(content).digest('hex'));
  }
  await source.close();
  return read;
}

/** The pages must be those of the list, in order, from the same bytes. */
async function expectPages({ file, pages, orderAmbiguous }: Case, stored: StoredPage[]): Promise<void> {
  if (pages === undefined) return;
  const sha256s = await sha256sOf(file);
  const expected = pages.map(({ entry, sha256 }) => ({ name: entry.normalize('NFC'), sha256 }));
  const came = stored
    .filter((page) => page.damaged !== true && sha256s.has(page.source))
    .map(({ source }) => ({ name: source, sha256: sha256s.get(source) }));
  const good = came.filter(({ sha256 }) => expected.some((page) => page.sha256 === sha256));
  // Names in ambiguous encodings are not compared, only the pictures.
  if (orderAmbiguous === true) {
    expect(good.map(({ sha256 }) => sha256).sort()).toEqual(expected.map(({ sha256 }) => sha256).sort());
  } else {
    expect(good).toEqual(expected);
  }
}

async function expectPixels({ pixelChecks }: Case, stored: StoredPage[]): Promise<void> {
  if (pixelChecks === undefined) return;
  const { page, size, points } = pixelChecks;
  const checked = page === undefined ? stored : stored.slice(page - 1, page);
  expect(checked.length).toBeGreaterThan(0);
  for (const { key, width, height } of checked) {
    if (size !== undefined) expect([width, height]).toEqual(size);
    const { data, info } = await sharp(await bench.storage.read(key))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    for (const { x, y, rgb, tolerance = 12 } of points) {
      const at = (y * info.width + x) * info.channels;
      for (const [channel, value] of rgb.entries()) {
        expect(Math.abs((data[at + channel] ?? -999) - value), `${x},${y}`).toBeLessThanOrEqual(tolerance);
      }
    }
  }
}

function expectNothingOutside(): void {
  expect(existsSync('/tmp/h6-pwned')).toBe(false);
  const scratch = `${dirname(bench.imageDir)}/import-tmp`;
  expect(existsSync(scratch) ? readdirSync(scratch) : []).toEqual([]);
  const everywhere = readdirSync(bench.folder, { recursive: true });
  expect(everywhere.filter((path) => String(path).includes('pwned'))).toEqual([]);
}

/** For an accepted chapter, `error` is about a page or the ComicInfo. */
function refusalsAllowed({ error, alsoErrors = [], expect: kind }: Case): string[] {
  const codes = kind === 'accept' ? alsoErrors : [error ?? [], alsoErrors].flat();
  return codes.map((code) => OUR_NAMES[code] ?? code);
}

/** Any other refusal fails the test. */
const mayBeRefused = (expected: Case) => refusalsAllowed(expected).length > 0;

describe.skipIf(!present)('hostile and unusual archives (skipped where ../shared/hostile is absent)', () => {
  test.each(IMPORTED)('$file', { timeout: 6 * MAX_MS }, async (expected) => {
    const series = `书 ${expected.file}`;
    const before = mayBeRefused(expected) ? await bench.snapshot() : undefined;
    const { outcomes, cpuMs, peakMib, stdout } = await importIt(
      dirname(expected.file),
      root + expected.file,
      '--series',
      series,
    );
    const [outcome] = outcomes;
    expect(outcomes).toHaveLength(1);
    expect(cpuMs).toBeLessThan(MAX_MS);
    expect(peakMib).toBeLessThan(MAX_MIB);
    expect(JSON.stringify([outcome?.reason, outcome?.warnings])).not.toMatch(/\\u00|[\p{Cc}\u202a-\u202e]/u);
    expect(stdout).not.toMatch(/root:x:|h6-secret/);
    expectNothingOutside();

    if (outcome?.result === 'refused') {
      expect(refusalsAllowed(expected)).toContain(outcome.code);
      expect(outcome.reason).toMatch(/\p{Script=Han}/u);
      expect(await bench.snapshot()).toEqual(before);
      return;
    }
    const stored = await pagesOf(series);
    const counts = [
      ...(expected.expect === 'reject' ? [] : (expected.pageCountAny ?? [expected.pageCount])),
      ...(ALSO_RIGHT[expected.file] ?? []),
      ...(SHOWN_AS_DAMAGED.test(expected.file) ? [3] : []),
    ];
    expect(counts).toContain(stored.length);
    expect(outcome?.pages).toBe(stored.length);
    if (expected.expect === 'accept-partial') expect(outcome?.warnings).not.toEqual([]);
    await expectPages(expected, stored);
    await expectPixels(expected, stored);
  });

  test('all together: a refused archive does not stop the others, and all are listed', {
    timeout: 60_000,
  }, async () => {
    const { outcomes, code } = await importIt('.', `${root}00-control`, `${root}01-paths`, '--series', '全部');
    expect(code).toBe(1);
    expect(outcomes).toHaveLength(cases.filter(({ file }) => /^0[01]-/.test(file)).length);
    const went = (file: string) => outcomes.find(({ path }) => path.endsWith(file))?.result;
    expect(went('zip-slip-relative.cbz')).toBe('refused');
    expect(went('good-3-pages.cbz')).toBe('new');
    expect(went('percent-encoded-traversal.cbz')).toBe('new');
    expectNothingOutside();
  });
});
