import { Refusal } from '../refusal/refusal.ts';
import { addressKey, networkKey } from './rate-limit.ts';

/** Work that waits to be started or refused. */
type Job = { start(): void; refuse(): void };
type Addresses = Map<string, Job[]>;

/** Runs expensive work, a few at a time, so that no caller can keep others waiting. */
export type FairQueue = {
  /** Waits for a turn; refuses if the queue is full and no other caller has more waiting. */
  run<T>(caller: { urgent: boolean; address: string }, work: () => Promise<T>): Promise<T>;
};

/** While urgent work waits, one of this many turns is for other work, so that other work is never blocked. */
const TURNS_PER_OTHER = 10;
const RETRY_AFTER_SECONDS = 3;

/** Urgent and other work have a line each, with at most `mostWaiting` jobs. */
export function createFairQueue({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }): FairQueue {
  const urgentLine = createLine(mostWaiting);
  const otherLine = createLine(mostWaiting);
  let running = 0;
  let turns = 0;

  function startNext(): void {
    if (running >= atOnce) return;
    const isOthersTurn = (turns + 1) % TURNS_PER_OTHER === 0;
    const job = isOthersTurn ? (otherLine.take() ?? urgentLine.take()) : (urgentLine.take() ?? otherLine.take());
    if (!job) return;
    running++;
    turns++;
    job.start();
  }

  return {
    run: ({ urgent, address }, work) =>
      new Promise((resolve, reject) => {
        const end = () => {
          running--;
          startNext();
        };
        const start = () => void work().then(resolve, reject).finally(end);
        const refuse = () => reject(new Refusal('tooManyRequests', { retryAfter: RETRY_AFTER_SECONDS }));
        (urgent ? urgentLine : otherLine).add(address, { start, refuse });
        startNext();
      }),
  };
}

/**
 * Networks take turns, and so do the addresses of a network. The order of a Map is the order of turns: after a turn the
 * key moves to the end.
 */
function createLine(mostWaiting: number) {
  const networks = new Map<string, Addresses>();
  let waiting = 0;

  /** Refuses the last job of the address with most jobs in the network with most jobs. */
  function dropOne(network: string, address: string): void {
    const fullest = longest(networks, network, countOf);
    const addresses = networks.get(fullest) ?? new Map<string, Job[]>();
    const name = longest(addresses, address, (jobs) => jobs.length);
    const jobs = addresses.get(name) ?? [];
    jobs.pop()?.refuse();
    waiting--;
    if (jobs.length === 0) addresses.delete(name);
    if (addresses.size === 0) networks.delete(fullest);
  }

  return {
    add(from: string, job: Job): void {
      const [network, address] = [networkKey(from), addressKey(from)];
      const addresses: Addresses = networks.get(network) ?? new Map();
      networks.set(network, addresses.set(address, [...(addresses.get(address) ?? []), job]));
      waiting++;
      if (waiting > mostWaiting) dropOne(network, address);
    },

    take(): Job | undefined {
      const [network, addresses] = networks.entries().next().value ?? [];
      const [address, jobs] = addresses?.entries().next().value ?? [];
      if (network === undefined || !addresses || address === undefined || !jobs) return undefined;
      waiting--;
      const job = jobs.shift();
      networks.delete(network);
      addresses.delete(address);
      if (jobs.length > 0) addresses.set(address, jobs);
      if (addresses.size > 0) networks.set(network, addresses);
      return job;
    },
  };
}

/** The key of the largest group; among equals `newest`, if it is one of them. */
function longest<Group>(groups: Map<string, Group>, newest: string, sizeOf: (group: Group) => number): string {
  const sizes = [...groups].map(([key, group]) => ({ key, size: sizeOf(group) }));
  const most = Math.max(...sizes.map(({ size }) => size));
  const keys = sizes.flatMap(({ key, size }) => (size === most ? [key] : []));
  return keys.includes(newest) ? newest : (keys.at(-1) ?? newest);
}

function countOf(addresses: Addresses): number {
  return [...addresses.values()].reduce((sum, jobs) => sum + jobs.length, 0);
}
