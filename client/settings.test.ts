import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubPage } from './runtime/testing/fake-page.ts';

let stage: ReturnType<typeof stubPage>;
beforeEach(() => {
  vi.resetModules();
  stage = stubPage();
});
afterEach(() => vi.unstubAllGlobals());

/** The root of a page with a colour for the browser's bars in each theme. */
function fakeRoot() {
  const bars = [
    { media: '(prefers-color-scheme: light)', content: '#ffffff' },
    { media: '(prefers-color-scheme: dark)', content: '#161a1a' },
  ];
  const attributes = new Map<string, string>();
  const root = {
    setAttribute: (name: string, value: string) => void attributes.set(name, value),
    hasAttribute: (name: string) => attributes.has(name),
    removeAttribute: (name: string) => void attributes.delete(name),
    querySelectorAll: () => bars,
  };
  return { root: root as unknown as HTMLElement, attributes, colors: () => bars.map(({ content }) => content) };
}

test('before a choice the theme is the device’s and nothing is consented to; a choice is stored', async () => {
  const { setSettings, useSettings } = await import('./settings.ts');
  expect(useSettings.getState()).toEqual({ theme: 'system', consent: null });
  setSettings({ consent: 'given' });
  expect(JSON.parse(stage.local.get('settings') ?? '')).toEqual({ theme: 'system', consent: 'given' });
  vi.resetModules();
  expect((await import('./settings.ts')).useSettings.getState()).toEqual({ theme: 'system', consent: 'given' });
});

test.each(['{"theme":{},"consent":7}', '{"theme":"blue","consent":"yes"}', '{"consent":[]}', '[]', '{'])(
  'damaged choices count as none: %s',
  async (kept) => {
    stage.local.set('settings', kept);
    const { useSettings } = await import('./settings.ts');
    expect(useSettings.getState()).toEqual({ theme: 'system', consent: null });
  },
);

test('the page and the browser’s bars follow the theme', async () => {
  const { followTheme, setSettings } = await import('./settings.ts');
  const { root, attributes, colors } = fakeRoot();
  followTheme(root);
  expect([attributes.size, colors()]).toEqual([0, ['#ffffff', '#161a1a']]);
  setSettings({ theme: 'dark' });
  expect([attributes.get('data-theme'), colors()]).toEqual(['dark', ['#161a1a', '#161a1a']]);
  setSettings({ theme: 'light' });
  expect([attributes.get('data-theme'), colors()]).toEqual(['light', ['#ffffff', '#ffffff']]);
  setSettings({ theme: 'system' });
  expect([attributes.size, colors()]).toEqual([0, ['#ffffff', '#161a1a']]);
});

test('a page that begins in the theme of the reader has its own once the reader is there', async () => {
  stage.local.set('settings', '{"theme":"light"}');
  const { endFirstNight, followTheme, setSettings } = await import('./settings.ts');
  const { root, attributes } = fakeRoot();
  attributes.set('data-theme', 'dark').set('data-night', '');
  followTheme(root);
  setSettings({ consent: 'given' });
  expect(attributes.get('data-theme')).toBe('dark');
  endFirstNight(root);
  expect([...attributes]).toEqual([['data-theme', 'light']]);
});
