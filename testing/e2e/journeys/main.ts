import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { ensureBuilt } from '../../../scripts/build.ts';
import { startTestApp, type TestApp } from '../../app/app.ts';
import { openTestPlace } from '../../database/cluster.ts';
import { withPassword } from '../../factories/readers.ts';
import { giveTo } from '../../factories/wallets.ts';
import { importDrawn } from '../steps/drawn-comics.ts';
import { openFirefox } from './firefox.ts';
import { openWebKit } from './webkit.ts';
import { press, see, seeText, type, type Window } from './window.ts';

const TITLE = '海上的岛';
const USER = { name: 'on_a_journey', password: 'quiet-harbour-7' };
const DISPLAY = ':87';

const PICTURES_DRAWN = `
  const slots = [...document.querySelectorAll('[data-source]')].filter((slot) => {
    const { top, bottom, height } = slot.getBoundingClientRect();
    return height > 0 && bottom > 0 && top < innerHeight;
  });
  return slots.length > 0 && slots.every((slot) => slot.querySelector('img')?.naturalWidth > 0)`;

/** The steps of a reader's first day, in order. */
const STEPS: Record<string, (window: Window, site: string) => Promise<void>> = {
  async 第一次来(window, site) {
    await window.navigate(`${site}/home`);
    await seeText(window, '隐私与记录');
    await press(window, '同意', 'section button');
    await seeText(window, TITLE);
  },
  async 订阅(window) {
    await press(window, TITLE, 'main a');
    await press(window, '订阅', 'button');
    await see(
      window,
      '已订阅',
      `return [...document.querySelectorAll('button')].some((each) => /已订阅/.test(each.ariaLabel ?? each.innerText))`,
    );
  },
  async 读(window) {
    await press(window, '开始阅读', 'a');
    await see(window, '第一页画出', PICTURES_DRAWN);
    await window.run(`document.querySelector('[data-reader]').scrollBy(0, 2500)`);
    await see(window, '后面的页画出', PICTURES_DRAWN);
    await see(window, '滚动过', `return document.querySelector('[data-reader]').scrollTop > 1000`);
    await window.run('history.back()');
  },
  async 登录(window) {
    await press(window, '第2话', 'section a');
    await press(window, '登录解锁', 'button');
    await type(window, '用户名', USER.name);
    await type(window, '密码', USER.password);
    await press(window, '登录', '[type=submit]');
    await seeText(window, '登录成功');
  },
  async 解锁(window) {
    await press(window, '漫币解锁', 'button');
    await see(window, '买来的话打开', `return location.pathname.startsWith('/chapter/')`);
    await see(window, '买来的页画出', PICTURES_DRAWN);
  },
  async 书架(window, site) {
    await window.navigate(`${site}/library`);
    await seeText(window, TITLE);
  },
};

type Browser = { name: string; packages: string; binary: string | undefined; open: typeof openFirefox };

const firstOf = (...files: string[]) => files.find((file) => existsSync(file));
const WEBKIT = ['x86_64', 'aarch64'].map((cpu) => `/usr/lib/${cpu}-linux-gnu/webkit2gtk-4.1/MiniBrowser`);
const hasDriver = existsSync('/usr/bin/WebKitWebDriver') && existsSync('/usr/bin/Xvfb');
const BROWSERS: Browser[] = [
  {
    name: 'WebKit',
    packages: 'webkit2gtk-driver xvfb',
    binary: hasDriver ? firstOf(...WEBKIT) : undefined,
    open: openWebKit,
  },
  {
    name: 'Firefox',
    packages: 'firefox-esr',
    binary: firstOf('/usr/bin/firefox-esr', '/usr/bin/firefox'),
    open: openFirefox,
  },
];

async function openJourneySite(): Promise<{ site: TestApp; close(): Promise<void> }> {
  await ensureBuilt();
  const { place, close } = await openTestPlace();
  const siteFolder = path.join(import.meta.dirname, '../../../dist/client');
  const site = await startTestApp({ place, listen: true, siteFolder });
  const page = (to: number) => ({ width: 800, height: 1200, along: 'down', from: 0, to }) as const;
  const chapters = [[page(0.2), page(0.4), page(0.6)], [page(0.8)]];
  await importDrawn(site, [{ title: TITLE, chapters, options: ['--price', '12', '--free-first', '1'] }]);
  const { id } = await withPassword(site, USER.name, USER.password);
  await giveTo(site, id, { coins: 100 });
  return {
    site,
    async close() {
      await site.close();
      await close();
    },
  };
}

/** Runs all steps in a browser; returns whether all succeeded. */
async function travel({ name, binary, packages, open }: Browser): Promise<boolean> {
  if (binary === undefined) {
    console.error(`${name}：没有装。Debian、Ubuntu：sudo apt-get install ${packages}`);
    return false;
  }
  const { site, close } = await openJourneySite();
  const window = await open(binary, { ...process.env, DISPLAY });
  let step = '';
  try {
    for (const [called, take] of Object.entries(STEPS)) {
      step = called;
      const started = performance.now();
      await take(window, site.url);
      console.log(`${name}：${step} ✓ ${((performance.now() - started) / 1000).toFixed(1)} 秒`);
    }
    return true;
  } catch (error) {
    console.error(`${name}：${step} ✗ ${error instanceof Error ? error.message : error}`);
    console.error(await window.run('return location.pathname + "\\n" + document.body.innerText').catch(String));
    return false;
  } finally {
    await window.close();
    await close();
  }
}

/** A virtual display for browsers that need one. */
function openDisplay(): ChildProcess | null {
  return hasDriver ? spawn('Xvfb', [DISPLAY, '-screen', '0', '1280x1000x24'], { stdio: 'ignore' }) : null;
}

const display = openDisplay();
const chosen = process.argv.slice(2).map((name) => name.toLowerCase());
const gone: boolean[] = [];
for (const browser of BROWSERS)
  if (chosen.length === 0 || chosen.includes(browser.name.toLowerCase())) gone.push(await travel(browser));
display?.kill();
process.exitCode = gone.every(Boolean) ? 0 : 1;
