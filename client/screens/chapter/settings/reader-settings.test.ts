import { afterAll, expect, test, vi } from 'vitest';
import { stubPage } from '../../../runtime/testing/fake-page.ts';

const { local } = stubPage();
const { changeIn, parseStored, setReaderSettings, settingsIn } = await import('./reader-settings.ts');
const { useClientState } = await import('../../../state.ts');
afterAll(() => vi.unstubAllGlobals());

const NOTHING = { device: {}, comics: {} };

test('a comic has the device’s settings until it has its own', () => {
  expect(settingsIn(NOTHING, 1)).toMatchObject({ mode: 'auto', tapZones: 'auto', invertTaps: false });
  const onDevice = changeIn(NOTHING, { mode: 'strip', invertTaps: true }, null);
  const own = changeIn(onDevice, { mode: 'paged-rtl' }, 1);
  expect(settingsIn(own, 1)).toMatchObject({ mode: 'paged-rtl', invertTaps: true });
  expect(settingsIn(own, 2)).toMatchObject({ mode: 'strip', invertTaps: true });
});

test.each([
  [null, NOTHING],
  [{ device: 3, comics: [] }, NOTHING],
  [
    { device: { mode: 'upside-down', invertTaps: true, gone: 1 }, comics: { 4: { mode: 'double' }, 5: 'x' } },
    { device: { invertTaps: true }, comics: { 4: { mode: 'double' }, 5: {} } },
  ],
])('%j: only the settings that this version knows are kept', (stored, known) => {
  expect(parseStored(stored)).toEqual(known);
});

test('at most two hundred comics have own settings, the latest among them', () => {
  let stored = changeIn(NOTHING, {}, 1);
  for (let id = 2; id <= 230; id += 1) stored = changeIn(stored, { mode: 'double' }, id);
  const last = changeIn(stored, { mode: 'strip' }, 3);
  expect(Object.keys(last.comics)).toHaveLength(200);
  expect(settingsIn(last, 3).mode).toBe('strip');
});

test('a change of the reader removes the settings of comics and keeps those of the device', () => {
  useClientState.setState({ userInfo: { id: 1 } as never });
  setReaderSettings({ mode: 'double' }, 7);
  setReaderSettings({ warmth: 20 }, null);
  expect(local.get('reader')).not.toContain('7');
  // The end of a session, which also removes its stored data.
  local.delete('comicSettings');
  useClientState.setState({ userInfo: null });
  setReaderSettings({ grey: true }, null);
  expect(JSON.parse(local.get('comicSettings') ?? '')).toEqual({});
  expect(JSON.parse(local.get('reader') ?? '')).toEqual({ device: { warmth: 20, grey: true } });
});
