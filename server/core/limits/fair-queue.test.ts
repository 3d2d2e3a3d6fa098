import { expect, test } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

type QueuedCall = { name: string; address: string; urgent?: boolean };

/** A queue of which a test ends the work itself, one after the other. */
function manualQueue(options: { mostWaiting: number; atOnce?: number }) {
  const queue = createFairQueue({ atOnce: 1, ...options });
  const begun: string[] = [];
  const refused: string[] = [];
  const open: (() => void)[] = [];
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    begun,
    refused,
    async add(...given: QueuedCall[]) {
      for (const { name, address, urgent = false } of given) {
        const work = () => {
          begun.push(name);
          return new Promise<void>((resolve) => open.push(resolve));
        };
        queue.run({ urgent, address }, work).catch(() => refused.push(name));
      }
      await settle();
    },
    async endOne() {
      open.shift()?.();
      await settle();
    },
    async endAll() {
      while (open.length > 0) await this.endOne();
    },
  };
}

const many = (count: number, name: string, address: (index: number) => string, urgent = false): QueuedCall[] =>
  Array.from({ length: count }, (_, index) => ({ name: `${name}${index}`, address: address(index), urgent }));

test('addresses take turns, however much work one of them has had before', async () => {
  const queue = manualQueue({ mostWaiting: 20 });
  await queue.add(...many(4, 'greedy', () => '192.0.2.1'));
  await queue.add({ name: 'reader', address: '198.51.100.1' }, { name: 'another', address: '203.0.113.1' });
  await queue.endAll();
  expect(queue.begun).toEqual(['greedy0', 'greedy1', 'reader', 'another', 'greedy2', 'greedy3']);
});

test.each([
  ['/64s of one /48', (index: number) => `2001:db8:1:${index}::1`],
  ['addresses of one /24', (index: number) => `192.0.2.${index}`],
])('%s share one turn', async (_what, address) => {
  const queue = manualQueue({ mostWaiting: 20 });
  await queue.add(...many(6, 'greedy', address));
  await queue.add({ name: 'reader', address: '2001:db8:2::1' }, { name: 'reader again', address: '2001:db8:2::1' });
  await queue.endAll();
  expect(queue.begun.slice(0, 5)).toEqual(['greedy0', 'greedy1', 'reader', 'greedy2', 'reader again']);
});

test('inside a network its addresses take turns', async () => {
  const queue = manualQueue({ mostWaiting: 20 });
  await queue.add(...many(4, 'greedy', () => '2001:db8:1:1::1'), { name: 'neighbour', address: '2001:db8:1:2::1' });
  await queue.endAll();
  expect(queue.begun).toEqual(['greedy0', 'greedy1', 'neighbour', 'greedy2', 'greedy3']);
});

test('in a full queue the address with the most waiting work loses its last, and the new one is queued', async () => {
  const queue = manualQueue({ mostWaiting: 5 });
  await queue.add(...many(6, 'greedy', (index) => `2001:db8:1:${index % 2}::1`));
  await queue.add({ name: 'reader', address: '198.51.100.1' });
  expect(queue.refused).toEqual(['greedy5']);
  await queue.add({ name: 'second reader', address: '203.0.113.1' });
  expect(queue.refused).toEqual(['greedy5', 'greedy4']);
  await queue.add(...many(3, 'more', () => '2001:db8:1:3::1'));
  expect(queue.refused).toEqual(['greedy5', 'greedy4', 'greedy3', 'more1', 'more2']);
  await queue.endAll();
  expect(queue.begun).toEqual(['greedy0', 'greedy1', 'reader', 'second reader', 'greedy2', 'more0']);
});

test('refused work leaves the queue: the others keep their turns, and the queue has its full length again', async () => {
  const queue = manualQueue({ mostWaiting: 2 });
  const readers = (name: string) => many(4, name, (index) => `198.51.${index}.1`);
  await queue.add(...readers('first'));
  expect(queue.refused).toEqual(['first3']);
  await queue.endAll();
  expect(queue.begun).toEqual(['first0', 'first1', 'first2']);
  await queue.add(...readers('then'));
  expect(queue.refused).toEqual(['first3', 'then3']);
  await queue.endAll();
  expect(queue.begun.slice(3)).toEqual(['then0', 'then1', 'then2']);
});

test('refused work of an address does not change the turns of others in its network', async () => {
  const queue = manualQueue({ mostWaiting: 2 });
  const neighbours = many(4, 'neighbour', (index) => `192.0.2.${index + 1}`);
  await queue.add(...neighbours);
  expect(queue.refused).toEqual(['neighbour3']);
  await queue.endOne();
  await queue.add({ name: 'neighbour again', address: '192.0.2.4' });
  await queue.endAll();
  expect(queue.begun).toEqual(['neighbour0', 'neighbour1', 'neighbour2', 'neighbour again']);
});

test('if every address has one waiting piece of work, a new one is refused and may retry in three seconds', async () => {
  const queue = createFairQueue({ atOnce: 1, mostWaiting: 2 });
  const forever = () => new Promise<void>(() => {});
  for (const address of ['192.0.2.1', '198.51.100.1', '203.0.113.1'])
    void queue.run({ urgent: true, address }, forever);
  const refused = queue.run({ urgent: true, address: '10.0.0.1' }, forever);
  await expect(refused).rejects.toMatchObject({ name: 'tooManyRequests', data: { retryAfter: 3 } });
});

test('nine of ten turns go to urgent work and one to other work, and neither is refused because of the other', async () => {
  const queue = manualQueue({ mostWaiting: 30 });
  await queue.add({ name: 'running', address: '10.0.0.1' });
  await queue.add(...many(30, 'other', (index) => `192.0.${index}.1`));
  await queue.add(...many(30, 'urgent', (index) => `198.51.${index}.1`, true));
  await queue.endAll();
  expect(queue.refused).toEqual([]);
  expect(queue.begun).toHaveLength(61);
  expect(['other0', 'other1', 'other2'].map((name) => queue.begun.indexOf(name))).toEqual([9, 19, 29]);
});

test('the limit of concurrent work holds, and failed work makes room for the next', async () => {
  const queue = createFairQueue({ atOnce: 2, mostWaiting: 10 });
  let running = 0;
  let most = 0;
  const work = async (fails: boolean) => {
    running++;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    running--;
    if (fails) throw new Error('failed');
    return 'done';
  };
  const ends = await Promise.allSettled(
    Array.from({ length: 8 }, (_, index) =>
      queue.run({ urgent: index % 2 === 0, address: `10.0.${index}.1` }, () => work(index < 4)),
    ),
  );
  expect(ends.map(({ status }) => status).sort()).toEqual([
    ...Array(4).fill('fulfilled'),
    ...Array(4).fill('rejected'),
  ]);
  expect(most).toBe(2);
});
