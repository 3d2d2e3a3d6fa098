import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import type { TestApp } from '../../app/app.ts';
import { readerOf } from '../../factories/library.ts';
import { noteChapter, openPushGateway, switchPushes } from '../../factories/pushes.ts';
import type { PushBrowser } from '../../gateways/push-gateway.ts';
import { openSite, PHONE } from '../steps/app.ts';

const { gateway, push } = await openPushGateway();

let app: TestApp;
const { openPage, url } = openSite(
  async (site) => {
    app = site;
    await switchPushes(site, true);
  },
  { push },
);
afterAll(() => gateway.close());

/** Noon in Shanghai, today: pushes are not sent at night. */
const NOON = new Date(`${new Date().toISOString().slice(0, 10)}T04:00:00.000Z`);

/** Headless Chromium has neither permissions nor pushes: its subscription is one of the service of this test. */
async function subscribeTo(page: Page, { endpoint, p256dh, auth }: PushBrowser) {
  await page.addInitScript(
    ({ json }) => {
      const made = {
        ...json,
        toJSON: () => json,
        unsubscribe: async () => sessionStorage.removeItem('subscribed') ?? true,
      };
      Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
      Notification.requestPermission = async () => 'granted';
      const current = () => (sessionStorage.subscribed ? made : null);
      Object.assign(PushManager.prototype, {
        getSubscription: async () => current(),
        subscribe: async () => {
          sessionStorage.subscribed = 'yes';
          return current();
        },
      });
    },
    { json: { endpoint, keys: { p256dh, auth } } },
  );
}

test('pushes are switched on in the settings of 消息, shown by the service worker, and switched off', async () => {
  const token = await app.visitor();
  const browser = gateway.subscribe();
  const page = await openPage({ ...PHONE, serviceWorkers: 'allow', permissions: ['notifications'] });
  await subscribeTo(page, browser);
  await page.context().addCookies([{ name: 'token', value: token, url: app.url }]);
  await page.goto(url('/my/notices'));
  await page.getByRole('button', { name: '设置' }).click();
  const here = page.getByRole('switch', { name: /推送到这台设备/ });
  await here.click();
  await expect.poll(() => here.isChecked()).toBe(true);
  await page.getByRole('switch', { name: '推送回复' }).waitFor();

  await noteChapter(app, await readerOf(app, token), 2, NOON);
  app.setTime(NOON);
  await app.app.runJob('send-pushes');
  app.setTime(null);
  const sent = { title: '海上的岛', body: '更新到第2话', link: '/chapter/71' };
  // The timer of the job may have taken it.
  await expect.poll(() => browser.received).toMatchObject([sent]);

  const worker = page.context().serviceWorkers()[0] ?? (await page.context().waitForEvent('serviceworker'));
  // Headless Chromium shows no notifications.
  await worker.evaluate(() => {
    const shown: unknown[] = [];
    Object.assign(globalThis, { shown });
    Object.assign(ServiceWorkerRegistration.prototype, {
      showNotification: async (title: string, { body, data }: NotificationOptions) =>
        void shown.push({ title, body, link: data }),
    });
  });
  await deliver(page, JSON.stringify(browser.received[0]));
  await expect.poll(() => worker.evaluate(() => Reflect.get(globalThis, 'shown'))).toEqual([sent]);

  await here.click();
  await expect.poll(() => here.isChecked()).toBe(false);
  expect((await app.pool.query('select from notices.subscription')).rowCount).toBe(0);
});

/** Gives a push to the service worker of the page, as a push service would. */
async function deliver(page: Page, data: string) {
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations.filter(({ scopeURL }) => scopeURL.startsWith(app.url));
      if (registration) resolve(registration.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.deliverPushMessage', { origin: app.url, registrationId: await registered, data });
}
