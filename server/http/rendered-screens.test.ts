import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app/app.ts';
import { addComic } from '../../testing/factories/comics.ts';
import { editPart } from '../../testing/factories/editorial.ts';

/** The renderer of this build counts its calls, and renders the titles of the answers. */
const RENDERER = `
globalThis.renderedScreens = [];
export async function renderScreen(path, siteName, now, answers) {
  globalThis.renderedScreens.push(path);
  if (globalThis.rendererFails) throw new Error('The renderer fails.');
  const titles = JSON.stringify(answers ?? {}).match(/"title":"[^"]*"/g) ?? [];
  return '<main>' + siteName + (answers ? ' ' + titles.join() : ' waiting') + '</main>';
}
`;
const INDEX = `<!doctype html>
<html lang="zh-CN"><head><title>漫屿</title><link rel="stylesheet" href="/assets/index.css"></head>
<body><div id="root"></div><script type="application/json" id="first-answers"></script><script>run()</script>
<script type="module" crossorigin src="/assets/app.js"></script></body></html>`;
const MANIFEST = {
  'index.html': { file: 'assets/app.js', name: 'index', css: ['assets/index.css'] },
  '../ui/all-utilities.ts': { file: 'assets/all.css' },
  'screens/comic/comic-screen.tsx': {
    file: 'assets/comic.js',
    name: 'comic-screen',
    imports: ['index.html', '_shared.js'],
    css: ['assets/comic.css'],
  },
  '_shared.js': { file: 'assets/shared.js', name: 'shared' },
};

let folder: string;
let site: TestApp;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'manyu-rendered-'));
  for (const name of ['.server', '.vite', 'assets']) await mkdir(path.join(folder, name));
  await writeFile(path.join(folder, 'index.html'), INDEX);
  await writeFile(path.join(folder, '.server/entry-server.mjs'), RENDERER);
  await writeFile(path.join(folder, '.vite/manifest.json'), JSON.stringify(MANIFEST));
  for (const name of ['index', 'all', 'comic']) await writeFile(path.join(folder, `assets/${name}.css`), `.${name}{}`);
  site = await startTestApp({ siteFolder: folder });
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  Object.assign(globalThis, { rendererFails: false, renderedScreens: [] });
});

const get = async (url: string) => (await site.http.inject(url)).body;
const rendered = (): string[] => Reflect.get(globalThis, 'renderedScreens');
/** The rendered screen of the page, its path, and the frame for readers who must not see that screen. */
function partsOf(page: string) {
  return {
    screen: /<div id="root">(.*?)<\/div>/s.exec(page)?.[1],
    path: /<html data-rendered="([^"]*)"/.exec(page)?.[1],
    frame: /<template id="frame">(.*?)<\/template>/s.exec(page)?.[1],
  };
}

test('a page has its screen as HTML, and the frame for readers with other content', async () => {
  const { comicId } = await addComic(site, { title: '海上的岛' });
  await site.caughtUp();
  for (const [url, at] of [
    ['/', '/home'],
    ['/home', '/home'],
    ['/index.html', '/home'],
    ['/new', '/new'],
    ['/new?u=1', '/new'],
    [`/comic/${comicId}`, `/comic/${comicId}`],
  ] as const) {
    const { screen, path: of, frame } = partsOf(await get(url));
    expect(screen, url).toContain('<main>漫屿 "title":');
    expect(screen, url).toContain('海上的岛');
    expect([of, frame?.includes('<main>漫屿 waiting</main>')], url).toEqual([at, true]);
  }
});

test.each(['/new?genre=x', '/ranking?u=1&type=week', '/my', '/search', '/nothing'])(
  'the page of %s has only the frame',
  async (url) => {
    const page = await get(url);
    expect(partsOf(page)).toMatchObject({ path: undefined, frame: undefined });
    expect(page).toContain('<div class="frame" inert><main>漫屿 waiting</main>');
  },
);

test('a screen is rendered once for the same answers, and again for other answers, another name or after a minute', async () => {
  await get('/new');
  Object.assign(globalThis, { renderedScreens: [] });
  await get('/new');
  expect(rendered()).toEqual([]);
  await addComic(site, { title: '雨巷' });
  await site.caughtUp();
  expect(await get('/new')).toContain('雨巷');
  expect(rendered()).toEqual(['/new']);
  await editPart(site, 'site', { name: '墨海', icp: '', police: '', contact: '' });
  await site.caughtUp();
  expect(partsOf(await get('/new')).screen).toContain('墨海');
  await editPart(site, 'site', { name: '漫屿', icp: '', police: '', contact: '' });
  await site.caughtUp();
  const start = Date.now();
  site.setTime(new Date(start));
  const before = await get('/new?u=1');
  Object.assign(globalThis, { renderedScreens: [] });
  site.setTime(new Date(start + 20_000));
  await get('/new');
  expect(rendered()).toEqual([]);
  site.setTime(new Date(start + 60_000));
  // The texts are the same, so the page is the same.
  expect(await get('/new')).toBe(before);
  expect(rendered()).toEqual(['/new']);
  site.setTime(null);
});

test('if rendering fails, the page has only the frame and its answers', async () => {
  Object.assign(globalThis, { rendererFails: true });
  await addComic(site, { title: '旧书店' });
  await site.caughtUp();
  const response = await site.http.inject('/new');
  expect(response.statusCode).toBe(200);
  expect(partsOf(response.body).path).toBeUndefined();
  expect(response.body).toContain('<div id="root"><div class="frame" inert>');
  expect(response.body).toContain('"path":"new"');
});

test('the styles are in the page, and the app waits in a template with hints for its screens', async () => {
  const page = await get('/home');
  expect(page).toContain('<style>.index{}</style>');
  expect(page).not.toContain('rel="stylesheet"');
  const [, template = ''] = /<template id="app">(.*?)<\/template>/s.exec(page) ?? [];
  expect(template).toContain('<script type="module" crossorigin src="/assets/app.js"></script>');
  expect([...template.matchAll(/<link data-screen="comic" [^>]*href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
    '/assets/comic.js',
    '/assets/shared.js',
    '/assets/all.css',
    '/assets/comic.css',
  ]);
  expect(await get('/comic/1')).toContain('<style>.index{}\n.all{}\n.comic{}</style>');
});

test('the render bundle is not served as a file', async () => {
  for (const url of ['/.server/entry-server.mjs', '/.vite/manifest.json'])
    expect((await site.http.inject(url)).statusCode, url).toBe(404);
});
