import { createHash } from 'node:crypto';
import { createReadStream, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { discover } from '../../server/importer/discover/discover.ts';
import { decodePicture, sizeOfPicture } from '../../server/importer/pictures/decode/decode.ts';
import { encodePage } from '../../server/importer/pictures/encode/encode-page.ts';
import { type Size, storedSizes } from '../../server/importer/pictures/page-recipe.ts';
import { openSource } from '../../server/importer/read/open-source.ts';
import type { FoundSource } from '../../server/importer/source/source.ts';
import { SourceError } from '../../server/importer/source/source-error.ts';

/**
 * The baseline of imports, in a child process: decodes, resizes, cuts and encodes the same pages from memory with one job a
 * core, and hashes every file. `node import-baseline.ts <JSON of a BaselineTask>` prints one line of JSON.
 */
export type ImportBaseline = { pages: number; drawMs: number; bytes: number; hashMs: number };

/** `leftOut`: the paths of refused sources. */
export type BaselineTask = { sources: string[]; leftOut: string[] };

type Page = { bytes: Buffer; size: Size };

const { sources, leftOut }: BaselineTask = JSON.parse(process.argv[2] ?? '');
const found: FoundSource[] = [];
for await (const each of discover(sources))
  if (each.kind !== 'missed' && !leftOut.includes(each.path)) found.push(each);

const pages = (await Promise.all(found.map(pagesOf))).flat();
const drawMs = await timed(() => drawAll(pages));
const files = found.flatMap(filesOf);
let bytes = 0;
const hashMs = await timed(async () => {
  for (const file of files) bytes += await hash(file);
});
const baseline: ImportBaseline = { pages: pages.length, drawMs, bytes, hashMs };
console.log(JSON.stringify(baseline));

async function pagesOf(source: FoundSource): Promise<Page[]> {
  const opened = await openSource(source);
  try {
    const whole: Page[] = [];
    for (const page of opened.pages) {
      const read = await unlessDamaged(async () => {
        const bytes = await page.read();
        return { bytes, size: await sizeOfPicture(bytes) };
      });
      if (read) whole.push(read);
    }
    const stored = storedSizes(whole.map(({ size }) => size));
    return whole.map(({ bytes, size }, index) => ({ bytes, size: stored[index] ?? size }));
  } finally {
    await opened.close();
  }
}

async function drawAll(all: Page[]): Promise<void> {
  const slot = pLimit(availableParallelism());
  await Promise.all(
    all.map((page) => slot(() => unlessDamaged(async () => encodePage(await decodePicture(page.bytes, page.size))))),
  );
}

/** Damaged pages are not part of the baseline. */
async function unlessDamaged<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SourceError) return undefined;
    throw error;
  }
}

function filesOf(source: FoundSource): string[] {
  if (source.kind === 'archive') return [source.path];
  return readdirSync(source.path, { withFileTypes: true })
    .filter((item) => item.isFile())
    .map((item) => join(source.path, item.name));
}

async function hash(file: string): Promise<number> {
  const sha256 = createHash('sha256');
  let length = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) {
    sha256.update(chunk);
    length += chunk.length;
  }
  sha256.digest();
  return length;
}

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
