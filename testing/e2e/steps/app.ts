import path from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { Envelope } from '#contract/envelope';
import { ensureBuilt } from '../../../scripts/build.ts';
import { startTestApp, type TestApp, type TestAppOptions } from '../../app/app.ts';
import { answerConsent } from './consent.ts';
import { describePage, recordPage } from './failed-page.ts';
import { whenHydrated } from './hydrated.ts';

const ROOT = path.join(import.meta.dirname, '../../..');

export const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
/** Animations are off except in tests about them: drawing frames takes CPU time. */
export const MOVING_PHONE: BrowserContextOptions = { ...PHONE, reducedMotion: 'no-preference' };

/** Host names for this machine that a browser does not treat as secure, unlike localhost and 127.0.0.1. */
const HOSTS = '--host-resolver-rules=MAP *.test 127.0.0.1';

let built: Promise<void> | undefined;
let launched: Promise<Browser> | undefined;

/** One browser for all files of this worker. Each page has its own context. */
async function sharedBrowser(): Promise<Browser> {
  const browser = await launched?.catch(() => undefined);
  if (browser?.isConnected()) return browser;
  launched = chromium.launch({ executablePath: process.env.CHROMIUM_PATH, args: ['--no-sandbox', HOSTS] });
  return launched;
}

/** The page without answers and without a rendered screen, so that the app has to ask for everything. */
export async function withoutFirstAnswers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const empty = new MutationObserver(() => {
      // Before the script in the head looks for it.
      if (document.readyState === 'loading' && !document.body) delete document.documentElement?.dataset.rendered;
      const answers = document.getElementById('first-answers');
      if (answers) answers.textContent = '';
    });
    empty.observe(document, { childList: true, subtree: true });
  });
}

/** How long a test waits for an app whose code it may have blocked. */
const HYDRATED_WITHIN_MS = 5000;

/** The page is visible before the app runs. Its tests are about the app, unless they open it with `waitUntil: 'commit'`. */
function untilHydrated(page: Page): Page {
  const goto = page.goto.bind(page);
  page.goto = async (address, options) => {
    const response = await goto(address, options);
    if (options?.waitUntil !== 'commit') await whenHydrated(page, HYDRATED_WITHIN_MS).catch(() => undefined);
    return response;
  };
  return page;
}

/** One app for all tests of a file, and a browser; `fill` puts comics into it. */
export function openSite(fill: (app: TestApp) => Promise<void>, options: TestAppOptions = {}) {
  let app: TestApp;
  let browser: Browser;
  beforeAll(async () => {
    built ??= ensureBuilt();
    await built;
    app = await startTestApp({ listen: true, siteFolder: path.join(ROOT, 'dist/client'), ...options });
    await fill(app);
    browser = await sharedBrowser();
  });
  afterEach(async ({ task }) => {
    for (const context of browser?.contexts() ?? []) {
      for (const page of context.pages()) {
        if (task.result?.state === 'fail') console.error(await describePage(page));
        // A pending route would fail the whole run when its page is closed.
        await page.unrouteAll({ behavior: 'ignoreErrors' });
      }
      await context.close();
    }
  });
  afterAll(async () => {
    await app?.close();
  });
  return {
    url: (pathname: string) => `${app.url}${pathname}`,
    /** A page of a new reader. */
    async openPage(
      options: BrowserContextOptions = PHONE,
      { consent = 'given', hint = false }: { consent?: 'given' | 'refused' | null; hint?: boolean } = {},
    ): Promise<Page> {
      // The service worker would bypass the routes of a test, so it is blocked except in its own tests.
      const context = await browser.newContext({ serviceWorkers: 'block', reducedMotion: 'reduce', ...options });
      await answerConsent(context, consent);
      if (!hint)
        await context.addInitScript(() =>
          localStorage.setItem('reader', localStorage.getItem('reader') ?? '{"device":{"hinted":true}}'),
        );
      const page = await context.newPage();
      recordPage(page);
      return untilHydrated(page);
    },
    /** The payload of a request. */
    payloadOf: (body: string | null): unknown => JSON.parse(app.cipher.open(body ?? '')),
    /**
     * Answers the calls of a path instead of the server, or, when `silent`, leaves the next one without an answer; the
     * returned function lets them through again.
     */
    async answerWith(page: Page, call: string, answer: Envelope | 'down' | 'silent'): Promise<() => Promise<void>> {
      const address = `**/api/${call}`;
      await withoutFirstAnswers(page);
      if (answer === 'silent') {
        await page.route(address, () => undefined, { times: 1 });
      } else {
        await page.route(address, (route) =>
          answer === 'down' ? route.abort() : route.fulfill({ body: app.cipher.seal(JSON.stringify(answer)) }),
        );
      }
      return () => page.unroute(address);
    },
  };
}
