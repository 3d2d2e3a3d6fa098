import { appendFileSync } from 'node:fs';
import pg from 'pg';

/**
 * Loaded before a program (`--import`), it makes the process kill itself at a step of its work in the database: before or after
 * a statement by its name, or `commit`; those of a transaction are told apart by what it is about. MANYU_KILL_AT = the step;
 * MANYU_STEPS = a file that is told every step. The program itself knows nothing of it.
 */
const { MANYU_KILL_AT: killAt, MANYU_STEPS: steps } = process.env;
const query = pg.Client.prototype.query;
/** What every transaction that moves money begins with. */
const COMMON = /^(account|wallet)\./;
/** The first statement of a transaction that others have not, from its `begin` on. */
const subjects = new WeakMap<pg.Client, string | null>();

function reach(step: string): void {
  if (steps !== undefined) appendFileSync(steps, `${step}\n`);
  if (step === killAt) process.kill(process.pid, 'SIGKILL');
}

function nameOf(client: pg.Client, statement: unknown): string {
  const isNamed = typeof statement === 'object' && statement !== null && 'name' in statement;
  const name = isNamed ? String(statement.name) : String(statement).slice(0, 40);
  if (name === 'begin') subjects.set(client, null);
  if (isNamed && subjects.get(client) === null && !COMMON.test(name)) subjects.set(client, name);
  const subject = subjects.get(client);
  if (name === 'commit' || name === 'rollback') subjects.delete(client);
  return subject ? `${name} of ${subject}` : name;
}

Object.defineProperty(pg.Client.prototype, 'query', {
  value(this: pg.Client, ...given: unknown[]): unknown {
    const name = nameOf(this, given[0]);
    reach(`before ${name}`);
    const at = given.findIndex((each) => typeof each === 'function');
    const callback = given[at];
    if (typeof callback === 'function')
      given[at] = (...answer: unknown[]) => {
        reach(`after ${name}`);
        callback(...answer);
      };
    const running: unknown = Reflect.apply(query, this, given);
    if (!(running instanceof Promise)) return running;
    return running.then((result) => {
      reach(`after ${name}`);
      return result;
    });
  },
});
