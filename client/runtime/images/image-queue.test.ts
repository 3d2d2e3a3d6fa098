import { expect, test } from 'vitest';
import { createImageQueue } from './image-queue.ts';

/** Jobs that record their start and end when the test says so. */
function jobsOf(queue: ReturnType<typeof createImageQueue>) {
  const started: string[] = [];
  const stopped: string[] = [];
  const finish = new Map<string, () => void>();
  function add(name: string, distance: () => number): () => void {
    return queue.add({
      distance,
      start: (finished) => {
        started.push(name);
        finish.set(name, finished);
        return () => stopped.push(name);
      },
    });
  }
  return { started, stopped, add, end: (name: string) => finish.get(name)?.() };
}
const settled = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

test('at most five images are in flight', async () => {
  const jobs = jobsOf(createImageQueue());
  for (let i = 0; i < 9; i += 1) jobs.add(`${i}`, () => i);
  await settled();
  expect(jobs.started).toEqual(['0', '1', '2', '3', '4']);
  jobs.end('2');
  expect(jobs.started).toEqual(['0', '1', '2', '3', '4', '5']);
});

test('the nearest goes first, by the distance at the moment a slot is free', async () => {
  const jobs = jobsOf(createImageQueue(1));
  let moved = false;
  jobs.add('first', () => 0);
  jobs.add('near at first', () => (moved ? 900 : 10));
  jobs.add('near later', () => (moved ? 5 : 500));
  await settled();
  moved = true;
  jobs.end('first');
  jobs.end('near later');
  expect(jobs.started).toEqual(['first', 'near later', 'near at first']);
});

test('a cancelled job never starts, and a running one gives its slot back once', async () => {
  const jobs = jobsOf(createImageQueue(1));
  const cancelRunning = jobs.add('running', () => 0);
  const cancelWaiting = jobs.add('waiting', () => 1);
  jobs.add('third', () => 2);
  jobs.add('fourth', () => 3);
  await settled();
  cancelWaiting();
  cancelRunning();
  cancelRunning();
  expect(jobs.stopped).toEqual(['running']);
  expect(jobs.started).toEqual(['running', 'third']);
});

test('a job that ends at once is counted correctly', async () => {
  const queue = createImageQueue(1);
  const started: number[] = [];
  for (let i = 0; i < 3; i += 1) {
    queue.add({
      distance: () => i,
      start: (finished) => {
        started.push(i);
        queueMicrotask(finished);
        return () => {};
      },
    });
  }
  await settled();
  expect(started).toEqual([0, 1, 2]);
});

test('equally near jobs run in order, and a later one gets the free slot', async () => {
  const jobs = jobsOf(createImageQueue(1));
  for (const name of ['a', 'b', 'c']) jobs.add(name, () => 7);
  await settled();
  for (const name of ['a', 'b', 'c']) jobs.end(name);
  expect(jobs.started).toEqual(['a', 'b', 'c']);
  jobs.add('later', () => 7);
  await settled();
  expect(jobs.started).toEqual(['a', 'b', 'c', 'later']);
});
