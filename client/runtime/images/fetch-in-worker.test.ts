import { expect, test, vi } from 'vitest';
import { createWorkerFetch, type WorkerAnswer } from './fetch-in-worker.ts';

/** A worker that answers when the test says so, and the images that were fetched without it. */
function stage({ opens = true } = {}) {
  const orders: unknown[] = [];
  const opened: unknown[] = [];
  const worker = Object.assign(new EventTarget(), {
    postMessage: (order: unknown) => orders.push(order),
    terminate: vi.fn(),
  });
  const here: string[] = [];
  const stopHere = vi.fn();
  const fetch = createWorkerFetch(
    () => {
      if (!opens) throw new Error('no workers here');
      opened.push(worker);
      return worker;
    },
    (address) => {
      here.push(address);
      return stopHere;
    },
  );
  const outcomes: (string | number)[] = [];
  const end = (outcome: string | number) => outcomes.push(outcome);
  return {
    orders,
    opened,
    here,
    stopHere,
    outcomes,
    worker,
    fetch: (address: string) => fetch(address, end, end),
    answer: (data: WorkerAnswer) => worker.dispatchEvent(new MessageEvent('message', { data })),
  };
}

test('the worker starts with the second image; until it is ready, images are fetched on the main thread', () => {
  const { fetch, answer, here, orders, outcomes, opened } = stage();
  fetch('/first');
  expect(opened).toHaveLength(0);
  fetch('/second');
  expect(opened).toHaveLength(1);
  answer('ready');
  fetch('/third');
  fetch('/fourth');
  expect(here).toEqual(['/first', '/second']);
  expect(orders).toEqual([
    { id: 3, address: '/third' },
    { id: 4, address: '/fourth' },
  ]);
  answer({ id: 4, outcome: 403 });
  answer({ id: 3, outcome: 'data:image/png;third' });
  expect(outcomes).toEqual([403, 'data:image/png;third']);
});

test('a cancelled image is stopped where it is fetched, and a late answer is ignored', () => {
  const { fetch, answer, orders, stopHere, outcomes } = stage();
  fetch('/first')();
  expect(stopHere).toHaveBeenCalledOnce();
  fetch('/second');
  answer('ready');
  const stop = fetch('/third');
  stop();
  stop();
  expect(orders).toEqual([
    { id: 3, address: '/third' },
    { id: 3, address: null },
  ]);
  answer({ id: 3, outcome: 'data:late' });
  expect(outcomes).toEqual([]);
  // One that has come is no longer there to be stopped.
  const stopCome = fetch('/fourth');
  answer({ id: 4, outcome: 'data:fourth' });
  stopCome();
  expect(orders.slice(2)).toEqual([{ id: 4, address: '/fourth' }]);
});

test('a failing worker fails its images, and later ones are fetched without it', () => {
  const { fetch, answer, worker, here, outcomes } = stage();
  for (const address of ['/first', '/second']) fetch(address);
  answer('ready');
  fetch('/third');
  worker.dispatchEvent(new Event('error'));
  worker.dispatchEvent(new Event('error'));
  fetch('/fourth');
  expect(outcomes).toEqual([0]);
  expect(worker.terminate).toHaveBeenCalled();
  expect(here).toEqual(['/first', '/second', '/fourth']);
});

test('a browser without workers fetches images on the main thread', () => {
  const { fetch, here } = stage({ opens: false });
  fetch('/first');
  fetch('/second');
  expect(here).toEqual(['/first', '/second']);
});
