import pg from 'pg';
import { DOES_NOT_ANSWER, isDatabaseAway } from './database-away.ts';

type OnConnected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: boolean | Error) => void,
) => void;

/** A wait that ends later than this multiple of its limit shows that the process did not run when the limit was reached. */
const TOO_LATE = 1.1;

/**
 * While the database does not answer, only as many wait for a connection as there are; the others fail at once. If all calls
 * waited for seconds, hundreds would be pending when the database is back. A busy machine would serve them before new calls, and
 * would not catch up.
 */
export class DatabasePool extends pg.Pool {
  #isAway = false;
  #acquiredAt = 0;

  constructor(config: pg.PoolConfig) {
    super(config);
    this.on('acquire', () => {
      this.#isAway = false;
      this.#acquiredAt = performance.now();
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(onConnected: OnConnected): void;
  override connect(onConnected?: OnConnected): Promise<pg.PoolClient> | undefined {
    if (!onConnected)
      return new Promise((resolve, reject) => {
        this.connect((error, client) => (client ? resolve(client) : reject(error)));
      });
    if (this.#isAway && this.waitingCount >= this.options.max) {
      process.nextTick(onConnected, new Error(DOES_NOT_ANSWER), undefined, () => {});
      return undefined;
    }
    this.#take(onConnected, true);
    return undefined;
  }

  #take(onConnected: OnConnected, mayRepeat: boolean): void {
    const since = performance.now();
    const limitMs = this.options.connectionTimeoutMillis ?? 0;
    super.connect((error, client, done) => {
      const isAway = error !== undefined && isDatabaseAway(error);
      // The process stood still, as when the machine was suspended. Answers of the database that came then are not read yet, so
      // connections may be free.
      if (isAway && mayRepeat && performance.now() - since > limitMs * TOO_LATE) return this.#take(onConnected, false);
      // If other requests were served since, the database answers and is only busy.
      if (isAway && performance.now() - this.#acquiredAt > limitMs / 2) this.#isAway = true;
      onConnected(error, client, done);
    });
  }
}
