import { setTimeout as sleep } from 'node:timers/promises';
import { comicInfo } from '#contract/calls/comic';
import { newComics } from '#contract/calls/listings';
import { readDemoState } from '../../../demo/state.ts';
import { askerOf } from '../ask.ts';
import { removeFolder, temporaryFolder } from '../processes.ts';
import { startApp } from '../running-app.ts';

const DRAWN_WITHIN_MS = 15 * 60_000;

/** A screen and the number of pictures whose display is measured: covers, one cover, or the first page. */
export type VisitedScreen = { name: string; path: string; pictures: number };

/** The app with the demo catalogue, and the measured screens. */
export type FirstVisitStage = { url: string; screens: VisitedScreen[]; close(): Promise<void> };

export async function openFirstVisitStage(): Promise<FirstVisitStage> {
  const dataDir = temporaryFolder();
  const app = await startApp({ dataDir, script: 'server/main.ts', core: null, given: ['--new-site'] });
  const until = Date.now() + DRAWN_WITHIN_MS;
  while ((await readDemoState(dataDir)) !== 'whole') {
    if (Date.now() > until) throw new Error('The demo was not drawn');
    await sleep(1000);
  }
  const ask = await askerOf(app.url);
  const { list } = await ask(newComics, { size: 1 });
  const comicId = list[0]?.id ?? 0;
  const { chapters } = await ask(comicInfo, { id: comicId });
  return {
    url: app.url,
    screens: [
      { name: 'home', path: '/home', pictures: 6 },
      { name: 'new', path: '/new', pictures: 6 },
      { name: 'ranking', path: '/ranking', pictures: 6 },
      { name: 'detail', path: `/comic/${comicId}`, pictures: 1 },
      { name: 'chapter', path: `/chapter/${chapters[0]?.id ?? 0}`, pictures: 1 },
    ],
    async close() {
      await app.stop();
      removeFolder(dataDir);
    },
  };
}
