import { createHash } from 'node:crypto';
import { createReadStream, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { discover } from '../server/importer/discover/discover.ts';
import { decodePicture, sizeOfPicture } from '../server/importer/pictures/decode/decode.ts';
import { encodePage } from '../server/importer/pictures/encode/encode-page.ts';
import { type Size, storedSizes } from '../server/importer/pictures/page-recipe.ts';
import { openSource } from '../server/importer/read/open-source.ts';
import type { FoundSource } from '../server/importer/source/source.ts';

/**
 * The least an import must do, in a process of its own: the same pages, already in memory, resized, cut and encoded by one
 * job a core; and, for a second import, the hash of every file. Prints one line of JSON.
 */
export type ImportBaseline = { pages: number; drawMs: number; bytes: number; hashMs: number };

type Page = { bytes: Buffer; size: Size };

const found: FoundSource[] = [];
for await (const each of discover(process.argv.slice(2))) if (each.kind !== 'missed') found.push(each);

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
    const all: Buffer[] = [];
    for (const page of opened.pages) all.push(await page.read());
    const sizes = await Promise.all(all.map(sizeOfPicture));
    const stored = storedSizes(sizes);
    return all.map((each, index) => ({ bytes: each, size: stored[index] ?? { width: 1, height: 1 } }));
  } finally {
    await opened.close();
  }
}

async function drawAll(all: Page[]): Promise<void> {
  const slot = pLimit(availableParallelism());
  await Promise.all(all.map((page) => slot(async () => encodePage(await decodePicture(page.bytes, page.size)))));
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
