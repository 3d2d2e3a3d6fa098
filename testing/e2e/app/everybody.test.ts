import type { Page, Request } from 'playwright-core';
import { expect, test, vi } from 'vitest';
import { paths } from '#contract/paths';
import type { TestApp } from '../../app/app.ts';
import { isDrill } from '../../drills/drill.ts';
import { addComic } from '../../factories/comics.ts';
import { editPart, PICTURE } from '../../factories/editorial.ts';
import { addPromotion } from '../../factories/promotions.ts';
import { withPassword } from '../../factories/readers.ts';
import { addCode } from '../../factories/redeeming.ts';
import { orderBy } from '../../factories/shop.ts';
import { giveTo } from '../../factories/wallets.ts';
import { accessibilityFaults } from '../steps/accessibility.ts';
import { loginOf, openLogin, openMy, unfoldAccount } from '../steps/account-steps.ts';
import { openSite, PHONE } from '../steps/app.ts';
import { cardOf } from '../steps/buy-steps.ts';
import { importDrawn } from '../steps/drawn-comics.ts';
import { chooseMode, imagesDrawn, showBars } from '../steps/reading.ts';
import { goWithin } from '../steps/walking.ts';

// One test opens every screen and dialog.
vi.setConfig({ testTimeout: 300_000 });

let app: TestApp;
let priced = { comicId: 0, chapters: [0] };
let grown = 0;
let drawn: number[] = [];
const { openPage, url } = openSite(async (site) => {
  app = site;
  const long = await addComic(site, {
    title: '一个特别特别长的标题，长到一行放不下，两行也放不下，还要继续往下写的漫画',
    genres: ['冒险', '奇幻'],
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    chapters: [{ title: '出海' }, ...Array.from({ length: 12 }, () => ({ title: '归来', price: 12 })), { price: 0 }],
  });
  priced = { comicId: long.comicId, chapters: long.chapters.map(({ id }) => id) };
  await addComic(site, { title: '短', status: 'complete' });
  grown = (await addComic(site, { title: '夜里的港', ageRating: '18' })).comicId;
  const page = { width: 600, height: 900, along: 'down', from: 0, to: 1 } as const;
  drawn = (await importDrawn(site, [{ title: '海上的岛', chapters: [[page, page, page], [page]] }])).海上的岛 ?? [];
  await addPromotion(site, {
    comicIds: [long.comicId],
    percent: 70,
    title: '一场名字特别特别长、长到一行放不下的优惠',
  });
  await editPart(site, 'discounts', [{ chapters: 5, percent: 90 }]);
  const ever = { start: null, end: null };
  const slots = [1, 1, 2, 3, 4, 5, 6];
  const banner = { title: '横幅', image: PICTURE, link: '/event', ...ever };
  await editPart(
    site,
    'banners',
    slots.map((slot) => ({ slot, ...banner })),
  );
  const event = { title: '活动', image: PICTURE, link: '/home', body: '# 怎么参加\n\n- 每天来看看', end: null };
  await editPart(site, 'events', [{ id: 1, start: '2026-01-01T00:00:00.000Z', ...event }]);
  const theme = { title: '专题', description: '说明', image: PICTURE, comics: [long.comicId] };
  await editPart(site, 'themes', [{ id: 1, ...theme, ...ever }]);
  // Without them the addresses of 消息 and of codes do not exist.
  await editPart(site, 'features', { notices: true, likes: false, ratings: false });
  const inDays = (days: number) => new Date(Date.now() + days * 24 * 3600 * 1000);
  await addCode(site, { validFrom: inDays(-1), validUntil: inDays(1) });
  const police = '京公网安备11000000000000号';
  await editPart(site, 'site', { name: '漫屿', icp: '京ICP备00000000号-1', police, contact: 'hello@example.com' });
});

/** A screen or dialog, and how to open it. */
type CheckedView = readonly [name: string, come: (page: Page) => Promise<unknown>];

const visibleMain = (page: Page) => page.locator('main:not([data-left])');
const contentOf = (page: Page) => visibleMain(page).locator('a, button, article').first();
const sheetOf = (page: Page, name?: string) => page.getByRole('dialog', name === undefined ? {} : { name });

/** Changes the address like a link, which is faster than a reload. */
async function walk(page: Page, path: string) {
  await page.evaluate(() => {
    for (const main of document.querySelectorAll('main')) main.dataset.left = '';
  });
  await goWithin(page, path);
  await visibleMain(page).waitFor();
}

/** A screen by its address. Only the first one loads the app; `npm run drills` loads each. */
const screen = (
  path: string,
  ready: (page: Page) => Promise<unknown> = (page) => contentOf(page).waitFor(),
): CheckedView => [
  path,
  async (page) => {
    const underWay = new Set<Request>();
    const begin = (request: Request) => void underWay.add(request);
    const end = (request: Request) => void underWay.delete(request);
    page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
    if (isDrill || page.url() === 'about:blank') await page.goto(url(path));
    else await walk(page, path);
    await ready(page);
    await page.waitForLoadState('networkidle');
    await expect.poll(() => underWay.size, { timeout: 10_000 }).toBe(0);
    page.off('request', begin).off('requestfinished', end).off('requestfailed', end);
  },
];
/** Opens a sheet by a button of the current screen. */
const sheet = (button: string | RegExp, name?: string): CheckedView => [
  `${button}`,
  async (page) => {
    if ((await sheetOf(page).count()) > 0) {
      await sheetOf(page).getByRole('button', { name: '关闭', exact: true }).first().click();
      await sheetOf(page).waitFor({ state: 'detached' });
    }
    await page.getByRole('button', { name: button }).first().click();
    await sheetOf(page, name).waitFor();
  },
];

/** The addresses of all screens, with their parameters. */
const ADDRESSES = [
  ...Object.values(paths).map((path) => path.replace(':id', '1')),
  '/search?q=duan',
  '/search?q=没有的',
  '/event?id=1',
  '/event?id=999',
  '/comic/999',
  '/chapter/999',
  '/theme/999',
  '/nowhere',
];

/**
 * One address of each kind of screen. Account screens are checked below, and redirects are left out. `npm run drills` checks
 * every address.
 */
const VISITED: readonly string[] = isDrill
  ? ADDRESSES
  : `
      /comic/1 /chapter/1 /theme/1 /event /service /library /event?id=1 /giftbox
      /attendance /downloads /nowhere /search?q=duan /ranking /freesale /home
    `
      .trim()
      .split(/\s+/);

async function expectNoFaults(page: Page, places: readonly CheckedView[]) {
  const faults: Record<string, string[]> = {};
  for (const [nth, [name, come]] of places.entries()) {
    await come(page);
    const found = await accessibilityFaults(page, nth);
    if (found.length > 0) faults[name] = found;
  }
  expect(faults).toEqual({});
}

test('no screen of a visitor has an accessibility violation', async () => {
  const page = await openPage();
  await expectNoFaults(
    page,
    VISITED.map((path) => screen(path)),
  );
});

test('no sheet of a comic or the reader has an accessibility violation', async () => {
  const page = await openPage();
  const strip = (at: string): CheckedView => [
    at,
    async () => {
      await page.goto(url(`/chapter/${drawn[0]}`));
      await imagesDrawn(page);
      await showBars(page);
    },
  ];
  const mode = (chosen: string): CheckedView => [
    chosen,
    async () => {
      await chooseMode(page, chosen);
      await strip('')[1](page);
    },
  ];
  await expectNoFaults(page, [
    screen(`/comic/${priced.comicId}`),
    [
      'a locked chapter of the list',
      async () => {
        await page
          .getByRole('region', { name: '章节' })
          .getByRole('link', { name: /^第2话/ })
          .click();
        await sheetOf(page).getByRole('link', { name: '先看一眼' }).waitFor();
      },
    ],
    sheet('批量解锁', '批量解锁'),
    sheet('下载', '下载'),
    sheet('分享', '分享'),
    screen(`/chapter/${priced.chapters[1]}`, () => cardOf(page).waitFor()),
    strip('strip'),
    sheet('目录', '目录'),
    sheet('设置', '阅读设置'),
    [
      'keys',
      () =>
        page.keyboard
          .press('Escape')
          .then(() => sheetOf(page).waitFor({ state: 'detached' }))
          .then(() => page.keyboard.press('?'))
          .then(() => sheetOf(page, '键盘').waitFor()),
    ],
    ...['paged-rtl', ...(isDrill ? ['paged-ltr', 'strip-rtl'] : [])].map(mode),
    screen(`/comic/${grown}`, () => sheetOf(page, '年龄确认').waitFor()),
  ]);
});

test('no sheet of an account has an accessibility violation', async () => {
  const { token, id } = await withPassword(app, 'everybody', 'quiet-harbour-7');
  await giveTo(app, id, { coins: 50 });
  const { orderId } = await orderBy(app, token, { back: '/home' });
  const page = await openPage();
  await page.context().addCookies([{ name: 'token', value: token, url: app.url }]);
  const kinds = ['性别', '手机号', '登录的设备', '自动购买下一话', '未成年人模式', '注销账号', '清除缓存'];
  // Sheets like 手机号 (a form), 性别 (a choice) and 清除缓存 (a confirmation).
  const alike = ['昵称', '用户名与密码', '外观', '18 岁以上内容', '阅读记录', '退出登录', '退出所有设备'];
  await expectNoFaults(page, [
    screen('/my', async () => {
      await unfoldAccount(page);
      await page.getByText('京公网安备11000000000000号').waitFor();
    }),
    ...[...kinds, ...(isDrill ? alike : [])].map((name) => sheet(name)),
    screen('/payment'),
    screen(`/payment?order=${orderId}`),
    screen('/payment/records'),
    screen('/faq', () => page.locator('summary').first().click()),
    sheet('写反馈'),
  ]);
});

test('no dialog of a first visit has an accessibility violation', async () => {
  const page = await openPage(PHONE, { consent: null });
  await expectNoFaults(page, [
    [
      '隐私与记录',
      () => openMy(page, url('/my')).then(() => page.getByRole('region', { name: '隐私与记录' }).waitFor()),
    ],
    ['账号登录', () => openLogin(page)],
    ['手机登录', () => loginOf(page).getByRole('tab', { name: '手机登录' }).click()],
  ]);
});
