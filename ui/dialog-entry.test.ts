import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as DialogEntry from './dialog-entry.ts';

type State = { idx: number; key: string; dialog?: true };

/** A history as the browser keeps it, and a router that follows it. */
function openPage(state: State = { idx: 0, key: 'home' }) {
  const page = new EventTarget();
  const entries = [state];
  let at = 0;
  const history = {
    get state() {
      return entries[at];
    },
    pushState(next: State) {
      entries.splice(at + 1, entries.length, next);
      at += 1;
    },
    back: () => void setTimeout(() => go(-1)),
  };
  function go(by: number) {
    at += by;
    page.dispatchEvent(new Event('popstate'));
  }
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('history', history);
  vi.stubGlobal('location', { pathname: '/home' });
  const received: string[] = [];
  return {
    go,
    received,
    listen: () => page.addEventListener('popstate', () => void received.push(history.state?.key ?? '')),
    push: (key: string) => history.pushState({ idx: (history.state?.idx ?? 0) + 1, key }),
    keys: () => entries.slice(0, at + 1).map(({ key, dialog }) => (dialog ? `${key}+` : key)),
    ahead: () => entries.length - 1 - at,
  };
}

let page: ReturnType<typeof openPage>;
let entry: typeof DialogEntry;
const rest = () => vi.advanceTimersByTimeAsync(10);

async function load(state?: State) {
  vi.resetModules();
  page = openPage(state);
  entry = await import('./dialog-entry.ts');
  entry.watchBack();
  page.listen();
}

/** Opens a dialog as the app does; `stays` refuses to close. */
function open({ stays = false } = {}) {
  const dialog = { isOpen: true, close: () => {} };
  const release = entry.holdBack(() => dialog.close());
  dialog.close = () => {
    if (stays || !dialog.isOpen) return;
    dialog.isOpen = false;
    release();
  };
  return dialog;
}

beforeEach(async () => {
  vi.useFakeTimers();
  await load();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('going back closes the dialog, and the router is not called', async () => {
  const dialog = open();
  await rest();
  expect(page.keys()).toEqual(['home', 'home+']);
  page.go(-1);
  await rest();
  expect([dialog.isOpen, page.keys(), page.received]).toEqual([false, ['home'], []]);
});

test('a dialog that is closed otherwise removes its entry, and going forward finds nothing', async () => {
  const dialog = open();
  await rest();
  dialog.close();
  await rest();
  expect([page.keys(), page.received]).toEqual([['home'], []]);
  page.go(1);
  await rest();
  expect(page.keys()).toEqual(['home']);
});

test('the topmost of two dialogs is closed first, and they have one history entry', async () => {
  const lower = open();
  const upper = open();
  await rest();
  expect(page.keys()).toEqual(['home', 'home+']);
  page.go(-1);
  await rest();
  expect([lower.isOpen, upper.isOpen, page.keys()]).toEqual([true, false, ['home', 'home+']]);
  page.go(-1);
  await rest();
  expect([lower.isOpen, page.keys()]).toEqual([false, ['home']]);
});

test('a dialog that replaces another keeps the entry', async () => {
  const first = open();
  await rest();
  first.close();
  open();
  expect(page.keys()).toEqual(['home', 'home+']);
  await rest();
  expect(page.keys()).toEqual(['home', 'home+']);
});

test('a dialog that refuses to close keeps the screen', async () => {
  open({ stays: true });
  await rest();
  page.go(-1);
  await rest();
  expect([page.keys(), page.received]).toEqual([['home', 'home+'], []]);
});

test('a navigation out of a dialog waits until its entry is gone', async () => {
  const dialog = open();
  await rest();
  entry.afterDialogs(() => page.push('comic'));
  dialog.close();
  expect(page.keys()).toEqual(['home', 'home+']);
  await rest();
  entry.settleDialogs();
  await rest();
  expect([page.keys(), page.received]).toEqual([['home', 'comic'], []]);
});

test('two simultaneous navigations out of a dialog are both made, and only its history entry is removed', async () => {
  page.push('comic');
  const dialog = open();
  await rest();
  entry.afterDialogs(() => page.push('a'));
  entry.afterDialogs(() => page.push('b'));
  dialog.close();
  await rest();
  expect(page.keys()).toEqual(['home', 'comic', 'a', 'b']);
});

test('without a dialog a navigation does not wait', () => {
  entry.afterDialogs(() => page.push('comic'));
  expect(page.keys()).toEqual(['home', 'comic']);
});

test('a dialog that stays open through a navigation has its entry above the new screen, but not above the root', async () => {
  open();
  await rest();
  entry.afterDialogs(() => page.push('root'));
  vi.stubGlobal('location', { pathname: '/' });
  await rest();
  entry.settleDialogs();
  expect(page.keys()).toEqual(['home', 'root']);
  vi.stubGlobal('location', { pathname: '/home' });
  entry.settleDialogs();
  expect(page.keys()).toEqual(['home', 'root', 'root+']);
});

test('going back several steps at once closes every dialog and is a navigation', async () => {
  page.push('comic');
  const dialogs = [open(), open()];
  await rest();
  page.go(-2);
  await rest();
  expect([dialogs.map(({ isOpen }) => isOpen), page.keys(), page.received]).toEqual([
    [false, false],
    ['home'],
    ['home'],
  ]);
});

test('an entry that a navigation has covered is skipped on the way back', async () => {
  const dialog = open();
  await rest();
  page.push('comic');
  dialog.close();
  entry.settleDialogs();
  await rest();
  expect(page.keys()).toEqual(['home', 'home+', 'comic']);
  page.go(-1);
  await rest();
  expect([page.keys(), page.received]).toEqual([['home'], ['home']]);
});

test('a page that is reloaded with the entry of a dialog removes it', async () => {
  await load({ idx: 0, key: 'home' });
  open();
  await rest();
  expect(page.ahead()).toBe(0);
  vi.resetModules();
  entry = await import('./dialog-entry.ts');
  entry.watchBack();
  await rest();
  expect(page.keys()).toEqual(['home']);
});
