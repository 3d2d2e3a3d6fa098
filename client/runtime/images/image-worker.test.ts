import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchImage } from './fetch-image.ts';

vi.mock('./fetch-image.ts', () => ({ fetchImage: vi.fn() }));

const answers: unknown[] = [];
const stopped: string[] = [];
/** Ends the fetch of an address, well or not. */
const ends = new Map<string, { done: (source: string) => void; fail: (status: number) => void }>();
let order: (data: { id: number; address: string | null }) => void;

beforeEach(async () => {
  vi.resetModules();
  vi.stubGlobal('postMessage', (answer: unknown) => answers.push(answer));
  vi.stubGlobal('addEventListener', (_type: string, listen: (event: object) => void) => {
    order = (data) => listen({ data });
  });
  vi.mocked(fetchImage).mockImplementation((address, done, fail) => {
    ends.set(address, { done, fail });
    return () => void stopped.push(address);
  });
  await import('./image-worker.ts');
});

afterEach(() => {
  for (const list of [answers, stopped]) list.length = 0;
  vi.unstubAllGlobals();
});

test('a worker reports that it is ready, and answers each order with its picture or the failure', () => {
  order({ id: 1, address: '/a' });
  order({ id: 2, address: '/b' });
  expect(answers).toEqual(['ready']);
  ends.get('/b')?.done('data:b');
  ends.get('/a')?.fail(404);
  expect(answers).toEqual(['ready', { id: 2, outcome: 'data:b' }, { id: 1, outcome: 404 }]);
});

test('a cancelled order stops its own fetch once, and no finished one', () => {
  order({ id: 1, address: '/a' });
  order({ id: 2, address: '/b' });
  order({ id: 3, address: '/c' });
  ends.get('/b')?.done('data:b');
  for (const id of [1, 1, 2, 9]) order({ id, address: null });
  expect([stopped, vi.mocked(fetchImage).mock.lastCall?.[0]]).toEqual([['/a'], '/c']);
});
