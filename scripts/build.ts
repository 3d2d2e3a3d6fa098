import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { link, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { BuildEnvironmentOptions, InlineConfig } from 'vite';
import { lock } from '../server/postgres/file-lock.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DIST = join(ROOT, 'dist');
const CLIENT = join(DIST, 'client');
const CONSOLE = join(DIST, 'console');
const STAMP = join(DIST, '.stamp');

/** The inputs of the client build. A change of one requires a new build. */
const SOURCES = [
  'package-lock.json',
  'vite.config.ts',
  'vite-console.config.ts',
  'scripts/build.ts',
  'contract',
  'ui',
  'client',
  'console',
];
const OTHERS_BUILD_WITHIN_MS = 10 * 60_000;
const COMPRESSED = ['.js', '.css', '.html', '.svg', '.webmanifest', '.json'];

export type BuildReport = { built: boolean; sizes: { file: string; bytes: number; brotliBytes: number }[] };

/**
 * Builds the client unless `dist/` was built from the same sources, key and IV. In a child process, because the build's memory
 * would stay in the app for months.
 */
export async function ensureBuilt(): Promise<void> {
  if (await isFresh()) return;
  const builder = spawn(process.execPath, [fileURLToPath(import.meta.url)], { stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(builder, 'exit');
  if (code !== 0) throw new Error(`The client could not be built (exit code ${code}).`);
}

/** Builds the client in a new folder, then replaces the old one. A second process waits for the first. */
export async function build({ force = false }: { force?: boolean } = {}): Promise<BuildReport> {
  if (!force && (await isFresh())) return { built: false, sizes: [] };
  await mkdir(DIST, { recursive: true });
  const turn = await lock(join(DIST, '.turn'), 'exclusive', OTHERS_BUILD_WITHIN_MS);
  if (!turn) throw new Error('Another process has been building for too long.');
  try {
    if (!force && (await isFresh())) return { built: false, sizes: [] };
    const stamp = await stampOf();
    const fresh = join(DIST, 'client.new');
    const freshConsole = join(DIST, 'console.new');
    for (const folder of [fresh, freshConsole]) await rm(folder, { recursive: true, force: true });
    await buildClient({ outDir: fresh });
    await buildConsole({ outDir: freshConsole });
    const sizes = [...(await precompress(fresh)), ...(await precompress(freshConsole))];
    await buildClient({ outDir: join(fresh, '.server'), ssr: 'entry-server.tsx' });
    await swapIn(fresh);
    // It has no files that are loaded later: open pages need none of the old ones.
    await rm(CONSOLE, { recursive: true, force: true });
    await rename(freshConsole, CONSOLE);
    await writeFile(STAMP, stamp);
    return { built: true, sizes };
  } finally {
    turn.release();
  }
}

/** Builds everything without writing a file. Throws where the bundler finds an error that the types don't show. */
async function tryBuild(): Promise<void> {
  await buildClient({ write: false });
  await buildClient({ write: false, ssr: 'entry-server.tsx' });
  await buildConsole({ write: false });
}

const buildClient = (options: BuildEnvironmentOptions) =>
  viteBuildOf({ configFile: join(ROOT, 'vite.config.ts'), root: join(ROOT, 'client') }, options);

const buildConsole = (options: BuildEnvironmentOptions) =>
  viteBuildOf({ configFile: join(ROOT, 'vite-console.config.ts') }, options);

async function viteBuildOf(config: InlineConfig, options: BuildEnvironmentOptions): Promise<void> {
  // The running server imports this file and does not need Vite.
  const { build: viteBuild } = await import('vite');
  await asProduction(() =>
    viteBuild({
      ...config,
      // Other loaders write into node_modules, which may be read-only.
      configLoader: 'native',
      mode: 'production',
      logLevel: 'warn',
      // Operators don't need warnings about slow plugins.
      build: { ...options, emptyOutDir: true, rolldownOptions: { checks: { pluginTimings: false } } },
    }),
  );
}

/** Vite uses NODE_ENV for the kind of build. A build started by a test would contain React's development code. */
async function asProduction<T>(work: () => Promise<T>): Promise<T> {
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    return await work();
  } finally {
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
  }
}

async function isFresh(): Promise<boolean> {
  if (!existsSync(join(CLIENT, 'index.html')) || !existsSync(STAMP)) return false;
  return (await readFile(STAMP, 'utf8')) === (await stampOf());
}

async function stampOf(): Promise<string> {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    for (const file of await filesUnder(join(ROOT, source))) {
      if (/\.test\.tsx?$/.test(file)) continue;
      hash
        .update(file.slice(ROOT.length))
        .update('\0')
        .update(await readFile(file))
        .update('\0');
    }
  }
  return hash.update(JSON.stringify([process.env.API_KEY || null, process.env.API_IV || null])).digest('hex');
}

/** The file itself, or every file in the folder, in an order that does not depend on the disk. */
async function filesUnder(path: string): Promise<string[]> {
  if (!existsSync(path)) return [];
  if ((await stat(path)).isFile()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Compresses every text file with brotli and gzip in advance, so that serving needs no compression. */
async function precompress(folder: string): Promise<BuildReport['sizes']> {
  const sizes: BuildReport['sizes'] = [];
  for (const file of await filesUnder(folder)) {
    if (!COMPRESSED.includes(extname(file))) continue;
    const bytes = await readFile(file);
    const quality = {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    };
    const [brotli, zipped] = await Promise.all([
      promisify(brotliCompress)(bytes, quality),
      promisify(gzip)(bytes, { level: 9 }),
    ]);
    await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, zipped)]);
    sizes.push({ file: file.slice(folder.length + 1), bytes: bytes.length, brotliBytes: brotli.length });
  }
  return sizes;
}

const OLD_ASSETS_LIVE_MS = 7 * 24 * 3_600_000;

/**
 * Open pages and a running server still request the files of the previous build. Files with a hash in their name are kept for a
 * week.
 */
async function keepOldAssets(fresh: string) {
  for (const file of await filesUnder(join(CLIENT, 'assets'))) {
    if (Date.now() - (await stat(file)).mtimeMs > OLD_ASSETS_LIVE_MS) continue;
    await link(file, join(fresh, 'assets', basename(file))).catch(() => undefined);
  }
}

async function swapIn(fresh: string) {
  const old = join(dirname(fresh), 'client.old');
  await keepOldAssets(fresh);
  await rm(old, { recursive: true, force: true });
  if (existsSync(CLIENT)) await rename(CLIENT, old);
  await rename(fresh, CLIENT);
  await rm(old, { recursive: true, force: true });
}

type ManifestEntry = { file: string; css?: string[]; imports?: string[] };

/** Brotli bytes that are loaded before the home screen renders. */
async function homeBytes(sizes: BuildReport['sizes']): Promise<{ js: number; css: number }> {
  const manifest: Record<string, ManifestEntry> = JSON.parse(
    await readFile(join(CLIENT, '.vite/manifest.json'), 'utf8'),
  );
  const files = new Set<string>();
  const visit = (key: string) => {
    const entry = manifest[key];
    if (!entry || files.has(entry.file)) return;
    for (const file of [entry.file, ...(entry.css ?? [])]) files.add(file);
    entry.imports?.forEach(visit);
  };
  for (const key of ['index.html', 'screens/home/home-screen.tsx']) visit(key);
  const sum = (end: string) =>
    sizes.reduce((all, { file, brotliBytes }) => all + (files.has(file) && file.endsWith(end) ? brotliBytes : 0), 0);
  return { js: sum('.js'), css: sum('.css') };
}

if (import.meta.main && process.argv.includes('--dry-run')) await tryBuild();
else if (import.meta.main) {
  const { built, sizes } = await build({ force: process.argv.includes('--force') });
  console.log(built ? '页面已构建（brotli 字节）' : '页面没有变化，无需构建');
  if (built) {
    const { js, css } = await homeBytes(sizes);
    console.log(`/home 首屏：JS ${(js / 1000).toFixed(1)} kB，CSS ${(css / 1000).toFixed(1)} kB`);
  }
  for (const { file, brotliBytes } of sizes) console.log(`${String(brotliBytes).padStart(8)}  ${file}`);
}
