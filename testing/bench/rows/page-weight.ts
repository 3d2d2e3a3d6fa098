import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { ROOT } from '../processes.ts';
import { figureRow, missingRow, type Row } from '../table.ts';

const CLIENT = join(ROOT, 'dist/client');
const GOALS_KB = { js: 100, css: 6, reader: 25 };

/** An entry of Vite's manifest. */
type Chunk = { file: string; isEntry?: boolean; isDynamicEntry?: boolean; imports?: string[]; css?: string[] };
type Manifest = Record<string, Chunk>;

/** Brotli bytes that a phone fetches before /home renders, and the additional ones of the reader. */
export function measurePageWeight(): Row[] {
  const path = join(CLIENT, '.vite/manifest.json');
  if (!existsSync(path)) return [missingRow('page weight', 'the client is not built')];
  const manifest: Manifest = JSON.parse(readFileSync(path, 'utf8'));
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry);
  // The home screen is part of the entry today. Other files of its folder are loaded after it is shown.
  const screen = (name: string) => Object.keys(manifest).find((key) => key.endsWith(`/${name}-screen.tsx`));
  const [home, chapter] = [screen('home'), screen('chapter')];
  if (!entry) throw new Error('The build has no entry');
  const first = filesOf(manifest, [entry, ...(home ? [home] : [])]);
  for (const file of filesOfPage()) first.add(file);
  const row = (name: string, files: string[], goalKb: number) =>
    figureRow(name, brotliBytes(files) / 1000, { atMost: goalKb }, (kb) => `${Number(kb.toFixed(1))} kB`);
  const ending = (files: Iterable<string>, end: string) => [...files].filter((file) => file.endsWith(end));
  const rows = [
    row('JS before /home, brotli', ending(first, '.js'), GOALS_KB.js),
    row('CSS before /home, brotli', ending(first, '.css'), GOALS_KB.css),
  ];
  if (!chapter) return rows;
  const extra = [...filesOf(manifest, [chapter])].filter((file) => !first.has(file));
  return [...rows, row('JS the reader adds, brotli', ending(extra, '.js'), GOALS_KB.reader)];
}

/** All files that these chunks import statically. */
function filesOf(manifest: Manifest, keys: string[]): Set<string> {
  const seen = new Set<string>();
  const files = new Set<string>();
  const waiting = [...keys];
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) continue;
    seen.add(key);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    waiting.push(...(chunk.imports ?? []));
  }
  return files;
}

/** Scripts and sheets that the page itself loads. Hints with `data-screen` are taken only when that screen is opened first. */
function filesOfPage(): string[] {
  const page = readFileSync(join(CLIENT, 'index.html'), 'utf8');
  const named = page.matchAll(/<(?:script|link)\b(?![^>]*\bdata-screen=)[^>]*\b(?:src|href)="\/([^"]+\.(?:js|css))"/g);
  return [...named].flatMap(([, file]) => file ?? []);
}

function brotliBytes(files: string[]): number {
  return files.reduce((sum, file) => {
    const path = join(CLIENT, file);
    const twin = `${path}.br`;
    return sum + (existsSync(twin) ? readFileSync(twin) : brotliCompressSync(readFileSync(path))).length;
  }, 0);
}
