import type { Browser, CDPSession } from 'playwright-core';
import { SCREEN, SLOWDOWN } from '../reader/phone.ts';

/** Pages in one browser context of a slow phone, without network and console inspection. */
export type PlainPhone = { openPage(): Promise<PlainPage>; close(): Promise<void> };

export type PlainPage = {
  go(url: string): Promise<void>;
  /** Touches a point of the screen for a moment. */
  tap(x: number, y: number): Promise<void>;
  /** Evaluates an expression. */
  valueOf(expression: string): Promise<unknown>;
  close(): Promise<void>;
};

type Answer = { id?: number; result?: unknown; error?: { message: string } };

/**
 * Playwright inspects network and console of its pages, which doubles the time of evaluating the app. `scripts` run in each
 * page before the page's own.
 */
export async function openPlainPhone(browser: Browser, scripts: readonly (() => void)[]): Promise<PlainPhone> {
  const system = await browser.newBrowserCDPSession();
  const { browserContextId } = await system.send('Target.createBrowserContext', {});
  return {
    async openPage() {
      const { targetId } = await system.send('Target.createTarget', { url: 'about:blank', browserContextId });
      const send = await attach(system, targetId);
      await send('Emulation.setDeviceMetricsOverride', { ...SCREEN, deviceScaleFactor: 2, mobile: true });
      await send('Emulation.setTouchEmulationEnabled', { enabled: true });
      await send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
      await send('Page.enable');
      for (const script of scripts)
        await send('Page.addScriptToEvaluateOnNewDocument', { source: `(${String(script)})()` });
      return {
        async go(url) {
          await send('Page.navigate', { url });
        },
        async tap(x, y) {
          await send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
          await send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
        },
        async valueOf(expression) {
          const { result } = (await send('Runtime.evaluate', { expression, returnByValue: true })) as {
            result: { value?: unknown };
          };
          return result.value;
        },
        async close() {
          await system.send('Target.closeTarget', { targetId });
        },
      };
    },
    async close() {
      await system.send('Target.disposeBrowserContext', { browserContextId });
      await system.detach();
    },
  };
}

type Send = (method: string, params?: object) => Promise<unknown>;

/** Sends commands to one page through the browser's session. */
async function attach(system: CDPSession, targetId: string): Promise<Send> {
  const { sessionId } = await system.send('Target.attachToTarget', { targetId });
  const waiting = new Map<number, (answer: Answer) => void>();
  system.on('Target.receivedMessageFromTarget', ({ sessionId: from, message }) => {
    if (from !== sessionId) return;
    const answer: Answer = JSON.parse(message);
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
  });
  let sent = 0;
  return async (method, params = {}) => {
    sent += 1;
    const id = sent;
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
    await system.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method, params }) });
    const { result, error } = await answered;
    waiting.delete(id);
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  };
}
