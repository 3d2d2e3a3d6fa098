// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { type KnownAnswers, knownAnswers } from './first-answers.ts';
import { loadFirstPicture } from './load-first-picture.ts';

vi.mock('../features/pictures/kept-pictures/kept-pictures.ts', () => ({ keptPictures: () => ({}) }));
vi.mock('./first-answers.ts', () => ({ knownAnswers: vi.fn() }));
vi.mock('./load-first-picture.ts', () => ({ loadFirstPicture: vi.fn(), beginPicture: vi.fn() }));

const ends: (() => void)[] = [];
const isPhone = vi.fn(() => true);
const image = { url: '/c', width: 3, height: 4, color: '#000' };
const comic = (id: number) => ({ id, title: `漫画 ${id}`, cover: image, genres: [] });
const banner = (link: string) => ({ image, title: 'B', link });

function answer({ comics = 4, banners = [] as object[], layout = 'row' } = {}) {
  const list = Array.from({ length: comics }, (_, n) => comic(n));
  const sections = [
    { title: '空', layout, list: [] },
    { title: '新', layout, list },
  ];
  vi.mocked(knownAnswers).mockReturnValue({ home: { sections }, banners: { '1': banners } } as unknown as KnownAnswers);
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  ends.length = 0;
  isPhone.mockReturnValue(true);
  vi.stubGlobal('matchMedia', () => ({ matches: isPhone() }));
  vi.mocked(loadFirstPicture).mockImplementation(() => new Promise((resolve) => ends.push(resolve as () => void)));
  document.documentElement.dataset.frame = 'home';
  document.head.innerHTML = '<style></style><link rel="stylesheet" media="none">';
  Object.defineProperty(document.querySelector('link'), 'sheet', { value: {} });
  document.body.innerHTML =
    '<div class="frame-home"></div><template id="app"><link rel="preload"><script type="text/plain" src="/app.js"></script></template>';
  return () => {
    localStorage.clear();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  };
});

const run = () => import('./starter.ts');
const drawn = (selector = 'img') => document.querySelectorAll(`.frame-home ${selector}`).length;
/** What has been done about the app: its code requested, started. */
const app = () => [
  document.querySelectorAll('link[rel=modulepreload]').length,
  document.querySelectorAll('body > script').length,
];
async function endOne() {
  ends.shift()?.();
  await vi.advanceTimersByTimeAsync(0);
}

test.each([
  ['nobody', {}, true, 4],
  ['a reader', { user: { id: 1 } }, true, 4],
  ['an adult', { user: { adult: true } }, true, 0],
  ['a reader in teen mode', { user: { teen: true } }, true, 0],
  ['nobody on a wide screen', {}, false, 0],
])('to %s home is drawn before the app: %j', async (_name, { user }: { user?: object }, phone, pictures) => {
  answer();
  if (user) localStorage.setItem('userInfo', JSON.stringify(user));
  isPhone.mockReturnValue(phone);
  await run();
  expect(drawn()).toBe(pictures);
  expect(app()).toEqual(pictures > 0 ? [0, 0] : [1, 1]);
});

test('what was read last has its place where it is kept, and a section without comics has none', async () => {
  answer();
  await run();
  expect([drawn('.frame-resume'), drawn('.frame-section')]).toEqual([0, 1]);
  localStorage.setItem('resume', '{}');
  vi.resetModules();
  await run();
  expect([drawn('.frame-resume'), drawn('.frame-section')]).toEqual([1, 1]);
});

test.each([
  ['/comic/1', '/comic/1'],
  ['//other.test', null],
  ['https://other.test', null],
  ['javascript:1', null],
  ['', null],
])('a banner to %j leads to %j before the app is there', async (link, href) => {
  answer({ banners: [banner(link)] });
  await run();
  expect(document.querySelector('.frame-banners a')?.getAttribute('href')).toBe(href);
  expect(drawn('.several')).toBe(0);
});

test('of three banners two are drawn', async () => {
  answer({ banners: [banner('/a'), banner('/b'), banner('/c')] });
  await run();
  expect(drawn('.several a')).toBe(2);
});

test('the code of the app is requested when two pictures are left, and it starts once all are there', async () => {
  answer();
  await run();
  await vi.advanceTimersByTimeAsync(0);
  await endOne();
  expect(app()).toEqual([0, 0]);
  await endOne();
  expect(app()).toEqual([1, 0]);
  await endOne();
  await endOne();
  await vi.advanceTimersByTimeAsync(200);
  expect(app()).toEqual([1, 1]);
  expect(document.querySelector('link[rel=stylesheet]')?.hasAttribute('media')).toBe(false);
  expect([document.querySelector('template'), document.querySelector('link[rel=preload]')]).toEqual([null, null]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(app()).toEqual([1, 1]);
});

test('pictures that do not come hold the app back for a while only', async () => {
  answer();
  await run();
  await vi.advanceTimersByTimeAsync(2499);
  expect(app()).toEqual([0, 0]);
  await vi.advanceTimersByTimeAsync(1);
  expect(app()).toEqual([0, 1]);
});

test('where nothing can be drawn the words are shown and the app starts', async () => {
  document.documentElement.dataset.words = 'later';
  vi.mocked(knownAnswers).mockImplementation(() => {
    throw new Error('x');
  });
  await run();
  expect([app(), document.documentElement.dataset.words]).toEqual([[0, 1], undefined]);
});
