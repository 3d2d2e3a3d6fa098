import { expect, test, vi } from 'vitest';
import { createWorkerFetch, type WorkerAnswer } from './fetch-in-worker.ts';

/** A worker that answers when the test says so, and the images that were fetched without it. */
function stage({ opens = true } = {}) {
  const orders: unknown[] = [];
  const worker = Object.assign(new EventTarget(), {
    postMessage: (order: unknown) => orders.push(order),
    terminate: vi.fn(),
  });
  const here: string[] = [];
  const stopHere = vi.fn();
  const fetch = createWorkerFetch(
    () => {
      if (!opens) throw new Error('no workers here');
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
    here,
    stopHere,
    outcomes,
    worker,
    fetch: (address: string) => fetch(address, end, end),
    answer: (data: WorkerAnswer) => worker.dispatchEvent(new MessageEvent('message', { data })),
  };
}

test('until the worker is ready images are fetched beside it, then by it', () => {
  const { fetch, answer, here, orders, outcomes } = stage();
  fetch('/first');
  answer('ready');
  fetch('/second');
  fetch('/third');
  expect(here).toEqual(['/first']);
  expect(orders).toEqual([
    { id: 2, address: '/second' },
    { id: 3, address: '/third' },
  ]);
  answer({ id: 3, outcome: 403 });
  answer({ id: 2, outcome: 'data:image/png;second' });
  expect(outcomes).toEqual([403, 'data:image/png;second']);
});

test('one that is no longer needed is stopped where it is fetched, and a late answer is not heard', () => {
  const { fetch, answer, orders, stopHere, outcomes } = stage();
  fetch('/first')();
  expect(stopHere).toHaveBeenCalledOnce();
  answer('ready');
  const stop = fetch('/second');
  stop();
  stop();
  expect(orders).toEqual([
    { id: 2, address: '/second' },
    { id: 2, address: null },
  ]);
  answer({ id: 2, outcome: 'data:late' });
  expect(outcomes).toEqual([]);
});

test('a worker that fails fails what it had, and the rest is fetched without it', () => {
  const { fetch, answer, worker, here, outcomes } = stage();
  fetch('/first');
  answer('ready');
  fetch('/second');
  worker.dispatchEvent(new Event('error'));
  fetch('/third');
  expect(outcomes).toEqual([0]);
  expect(worker.terminate).toHaveBeenCalledOnce();
  expect(here).toEqual(['/first', '/third']);
});

test('a browser without workers fetches images all the same', () => {
  const { fetch, here } = stage({ opens: false });
  fetch('/first');
  fetch('/second');
  expect(here).toEqual(['/first', '/second']);
});
