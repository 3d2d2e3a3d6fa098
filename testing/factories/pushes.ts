import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { pushSubscribe } from '#contract/calls/notices';
import { createPushSender } from '../../server/adapters/push/push-sender.ts';
import { addNotices } from '../../server/modules/notices/notices.ts';
import { startTestApp, type TestApp } from '../app/app.ts';
import { scratchRoot } from '../database/scratch.ts';
import { type PushBrowser, type PushGateway, startPushGateway } from '../gateways/push-gateway.ts';
import { editPart } from './editorial.ts';

export const PUSH_SITE_URL = 'https://manyu.example.com';

export type PushSite = TestApp & { gateway: PushGateway; dataDir: string; node(): Promise<TestApp> };

/** The parts that an app needs to send pushes to a gateway on this machine. */
export async function openPushGateway() {
  const gateway = await startPushGateway(PUSH_SITE_URL);
  const dataDir = await mkdtemp(path.join(scratchRoot(), 'manyu-push-'));
  const push = createPushSender({ dataDir, siteUrl: PUSH_SITE_URL, local: { ca: gateway.ca } });
  return { gateway, dataDir, push };
}

export async function startPushSite(now: Date): Promise<PushSite> {
  const { gateway, dataDir, push } = await openPushGateway();
  const site = await startTestApp({ now, push });
  const close = async () => {
    await site.close();
    await gateway.close();
  };
  return { ...site, gateway, dataDir, node: () => startTestApp({ beside: site, now, push }), close };
}

export function switchPushes(site: TestApp, isOn: boolean): Promise<void> {
  return editPart(site, 'features', { notices: true, push: isOn, likes: false, ratings: false });
}

/** A browser of the reader that receives pushes. */
export async function pushBrowser(site: PushSite, token: string): Promise<PushBrowser> {
  const browser = site.gateway.subscribe();
  await subscribeBrowser(site, browser, token);
  return browser;
}

export async function subscribeBrowser(site: TestApp, { endpoint, p256dh, auth }: PushBrowser, token: string) {
  await site.call(pushSubscribe, { endpoint, p256dh, auth }, { token });
}

/** Adds the notice of a new chapter. */
export async function noteChapter(
  site: TestApp,
  readerId: number,
  no: number,
  at: Date,
  { comicId = 5, age = 0 } = {},
) {
  const about = { comicId, title: '海上的岛', chapterId: 71, no };
  await addNotices(site.pool, [{ readerId, age }], { kind: 'update', about }, at);
}
