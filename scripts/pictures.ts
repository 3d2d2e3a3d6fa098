import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Secret, TOTP } from 'otpauth';
import { type Browser, chromium, type Page } from 'playwright-core';
import sharp from 'sharp';

const FOLDER = new URL('../docs/pictures/', import.meta.url);
const VIEWPORT = { width: 390, height: 844 };

async function openComic(page: Page, title: string) {
  await page.goto(`/search?q=${encodeURIComponent(title)}`);
  await page.getByRole('main').getByRole('link', { name: title }).first().click();
  await page.getByRole('heading', { name: title }).waitFor();
}

/** The screenshots of the README, of a site with the demo catalogue. */
const PICTURES: Record<string, { dark?: boolean; come(page: Page): Promise<unknown> }> = {
  home: { come: (page) => page.goto('/home') },
  detail: { come: (page) => openComic(page, '风起长安夜') },
  reader: {
    async come(page) {
      await openComic(page, '猫站长的末班车');
      await page.getByRole('link', { name: /开始阅读|续看/ }).click();
      await page.locator('[data-reader]').waitFor();
      await page.locator('[data-reader]').evaluate((strip) => strip.scrollBy(0, 1500));
    },
  },
  ranking: { dark: true, come: (page) => page.goto('/ranking') },
};

async function takePicture(browser: Browser, name: string, baseURL: string) {
  const { dark = false, come } = PICTURES[name] ?? { come: () => Promise.reject(new Error(`no picture ${name}`)) };
  const colorScheme = dark ? 'dark' : 'light';
  const look = { viewport: VIEWPORT, deviceScaleFactor: 2, isMobile: true, hasTouch: true, colorScheme } as const;
  const context = await browser.newContext({ ...look, baseURL, reducedMotion: 'reduce' });
  await context.addInitScript(() => {
    localStorage.setItem('settings', JSON.stringify({ consent: 'refused' }));
    localStorage.setItem('reader', JSON.stringify({ device: { hinted: true } }));
  });
  const page = await context.newPage();
  await come(page);
  await page.waitForLoadState('networkidle');
  // The bars of the reader disappear by themselves.
  await page.waitForTimeout(4000);
  await save(page, name, VIEWPORT.width * 1.5);
  await context.close();
}

async function save(page: Page, name: string, width: number) {
  const picture = sharp(await page.screenshot()).resize(width);
  await picture.webp({ quality: 80, effort: 6 }).toFile(fileURLToPath(new URL(`${name}.webp`, FOLDER)));
}

const DESK = { width: 1440, height: 900 };
/** The screenshots of the console by the titles of its pages. */
const CONSOLE_PICTURES = { console: '总览', 'console-comics': '漫画' };

/** Creates the first owner by the link, and takes pictures of the console. */
async function takeConsolePictures(browser: Browser, link: string) {
  const context = await browser.newContext({ viewport: DESK, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(link);
  const secret = ((await page.getByText(/^[A-Z2-7 ]{30,}$/).textContent()) ?? '').replaceAll(/\s/g, '');
  await page.getByLabel('用户名').fill('林老板');
  for (const label of ['密码', '再输一次密码'])
    await page.getByLabel(label, { exact: true }).fill('quiet harbour lantern 27');
  await page.getByLabel('验证码').fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate());
  await page.getByRole('button', { name: '完成' }).click();
  await page.getByRole('button', { name: '我已保存，进入后台' }).click();
  for (const [name, title] of Object.entries(CONSOLE_PICTURES)) {
    await page.getByRole('link', { name: title, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(1000);
    await save(page, name, DESK.width * 0.75);
  }
  await context.close();
}

// Run it after visual changes, with CHROMIUM_PATH, the address of a site with the demo, and for the console the link for the first
// owner that the site printed. The results are committed.
const [, , baseURL = 'http://localhost:3000', link] = process.argv;
await mkdir(FOLDER, { recursive: true });
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH, args: ['--no-sandbox'] });
for (const name of Object.keys(PICTURES)) await takePicture(browser, name, baseURL);
if (link !== undefined) await takeConsolePictures(browser, link);
await browser.close();
