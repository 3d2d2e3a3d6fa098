// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { heldPicture } from '../../../runtime/images/held-pictures.ts';
import { ImageFailure, loadImage } from '../../../runtime/images/image-loader.ts';
import { usePageSources } from './use-page-sources.ts';

vi.mock('../../../runtime/images/first-alone.ts', () => ({ firstAlone: (load: unknown) => load }));
vi.mock('../../../runtime/images/image-loader.ts', async (original) => ({
  ...(await original<object>()),
  loadImage: vi.fn(),
}));

const cancel = vi.fn();
const fetchCurrentUrl = vi.fn(async () => null);
const loaded = () => vi.mocked(loadImage).mock.calls.map(([url]) => url);

beforeEach(() => {
  vi.spyOn(HTMLImageElement.prototype, 'decode').mockResolvedValue();
  vi.mocked(loadImage).mockImplementation((url) => ({ source: Promise.resolve(`data:${url}`), cancel }));
  return () => {
    cleanup();
    globalThis.firstPictures = undefined;
    vi.clearAllMocks();
  };
});

function open() {
  const { result, unmount } = renderHook(() => usePageSources(fetchCurrentUrl));
  const sources = result.current;
  const setTargets = (targets: Record<string, number>) =>
    act(async () =>
      sources.setTargets(Object.entries(targets).map(([url, distance]) => ({ key: url, url, distance }))),
    );
  return { sources, setTargets, unmount };
}

/** A picture that the page began to load. */
function begin(url: string, ready: Promise<string>) {
  globalThis.firstPictures = new Map([[url, { ready, width: 1, source: null, isStored: false, isShown: true }]]);
}
const failed = (cause?: unknown) => Promise.reject(new Error('x', { cause }));

test('images in view are held for a return, and loads are cancelled', async () => {
  const { setTargets, unmount } = open();
  await setTargets({ seen: 0, ahead: 2 });
  vi.mocked(loadImage).mockReturnValueOnce({ source: new Promise(() => {}), cancel });
  await setTargets({ seen: 0, ahead: 2, late: 3 });
  unmount();
  expect([heldPicture('seen'), heldPicture('ahead'), cancel.mock.calls.length]).toEqual(['data:seen', null, 1]);
  const again = open();
  await again.setTargets({ seen: 0 });
  expect([again.sources.get('seen').state, loaded()]).toEqual(['ready', ['seen', 'ahead', 'late']]);
});

test('a picture that the page began to load is taken once', async () => {
  begin('first', Promise.resolve('data:begun'));
  const { sources, setTargets } = open();
  await setTargets({ first: 0 });
  expect([sources.get('first').source, loaded()]).toEqual(['data:begun', []]);
  await open().setTargets({ first: 0 });
  expect(loaded()).toEqual(['first']);
});

test.each([
  [399, true, 0],
  [400, false, 0],
  [403, false, 1],
  [499, false, 0],
  [500, true, 0],
  [0, true, 0],
  [undefined, true, 0],
])(
  'after the failure %j of the page a picture is loaded again: %j, or from another address: %j',
  async (status, isAgain, renewals) => {
    // Those that were shown before are held.
    const url = `refused ${status}`;
    begin(url, failed(status));
    const { sources, setTargets } = open();
    await setTargets({ [url]: 0 });
    expect([sources.get(url).state, loaded()]).toEqual(isAgain ? ['ready', [url]] : ['failed', []]);
    expect(fetchCurrentUrl).toHaveBeenCalledTimes(renewals);
  },
);

test.each([
  [new ImageFailure('a', 403), 1],
  [new ImageFailure('a', 404), 0],
  [Object.assign(new Error('x'), { status: 403 }), 0],
])('after %s the present address is fetched: %j', async (failure, renewals) => {
  vi.mocked(loadImage).mockReturnValueOnce({ source: Promise.reject(failure), cancel });
  const { sources, setTargets } = open();
  await setTargets({ expired: 0 });
  expect([sources.get('expired').state, fetchCurrentUrl.mock.calls.length]).toEqual(['failed', renewals]);
});
