import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
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
  const picture = sharp(await page.screenshot()).resize(VIEWPORT.width * 1.5);
  await picture.webp({ quality: 80, effort: 6 }).toFile(fileURLToPath(new URL(`${name}.webp`, FOLDER)));
  await context.close();
}

// Run it after visual changes, with CHROMIUM_PATH and the address of a site with the demo. The results are committed.
const baseURL = process.argv[2] ?? 'http://localhost:3000';
await mkdir(FOLDER, { recursive: true });
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH, args: ['--no-sandbox'] });
for (const name of Object.keys(PICTURES)) await takePicture(browser, name, baseURL);
await browser.close();
