import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** The built page for a path, without the data of the site and its comics. */
export type BuiltPage = (pathname: string) => string;

/** An entry of Vite's manifest. */
type Chunk = { file: string; name?: string; imports?: string[]; css?: string[] };
type Manifest = Record<string, Chunk>;

const ENTRY = 'index.html';
const ALL_UTILITIES = '../ui/all-utilities.ts';
/** Chunks that a first visit may need besides the first file, with the first segments of the addresses that need them. */
const HINTED = [
  { chunk: 'listings', screens: 'weekly new complete ranking freesale free' },
  { chunk: 'comic-screen', screens: 'comic' },
  { chunk: 'chapter-screen', screens: 'chapter' },
];

/**
 * Prepares the page of the build. The styles are written into it, because a request for them would delay the first paint. The app's
 * script is in a template until the starter takes it out, because it would share the bandwidth with the first pictures.
 */
export async function readBuiltPage(folder: string): Promise<BuiltPage> {
  const built = await readFile(path.join(folder, ENTRY), 'utf8');
  const manifest = await readManifest(folder);
  const [script, tag = ''] = /\s*(<script type="module"[^>]*><\/script>)/.exec(built) ?? [];
  if (!manifest || !script) return () => built;
  const template = `<template id="app">${hintsIn(manifest)}${tag}</template>`;
  const page = built
    .replace(script, '')
    .replace(/\s*<link rel="stylesheet"[^>]*>/, '')
    .replace('<script type="application/json"', (answers) => `${template}\n    ${answers}`);
  const withStyles = async (chunks: (Chunk | undefined)[]) => {
    const files = chunks.flatMap((chunk) => chunk?.css ?? chunk?.file ?? []);
    const sheets = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')));
    return page.replace('</head>', () => `<style>${sheets.join('\n')}</style></head>`);
  };
  const ofListings = await withStyles([manifest[ENTRY]]);
  const ofComics = await withStyles([manifest[ENTRY], manifest[ALL_UTILITIES], chunkNamed(manifest, 'comic-screen')]);
  return (pathname) => (pathname.startsWith('/comic/') ? ofComics : ofListings);
}

/** Null for a page that was not built by Vite, as in tests. */
async function readManifest(folder: string): Promise<Manifest | null> {
  const text = await readFile(path.join(folder, '.vite/manifest.json'), 'utf8').catch(() => null);
  return text === null ? null : (JSON.parse(text) as Manifest);
}

function chunkNamed(manifest: Manifest, name: string): Chunk | undefined {
  return Object.values(manifest).find((chunk) => chunk.name === name);
}

/** The starter uses those of the opened screen. */
function hintsIn(manifest: Manifest): string {
  return HINTED.flatMap(({ chunk, screens }) => {
    const code = withImports(manifest, chunkNamed(manifest, chunk));
    const utilities = manifest[ALL_UTILITIES];
    const sheets = code.flatMap(({ css }) => css ?? []);
    const hint = (attributes: string) => `<link data-screen="${screens}" crossorigin ${attributes}>`;
    return [
      ...code.map(({ file }) => hint(`rel="modulepreload" href="/${file}"`)),
      // The listings have all their styles from the start.
      ...(chunk === 'listings' || !utilities ? [] : [utilities.file, ...sheets]).map((file) =>
        hint(`rel="preload" as="style" href="/${file}"`),
      ),
    ];
  }).join('');
}

/** The chunk and all that it imports, except the first file. */
function withImports(manifest: Manifest, chunk: Chunk | undefined): Chunk[] {
  const all = new Set(chunk ? [chunk] : []);
  // Iterating a set includes elements that are added during the iteration.
  for (const { imports = [] } of all)
    for (const key of imports) {
      const next = manifest[key];
      if (next && key !== ENTRY) all.add(next);
    }
  return [...all];
}
