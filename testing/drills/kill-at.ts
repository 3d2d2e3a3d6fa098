import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import pg from 'pg';

/**
 * Loaded with `--import`, makes the process kill itself before or after a SQL statement or a commit. MANYU_KILL_AT = the step,
 * with the first specific statement of its transaction; MANYU_STEPS = a file to which every step is appended. MANYU_KILLS = a
 * file with one step in each line: the process that reaches the first one removes it and kills itself, and the process after
 * it goes on with the next.
 */
const { MANYU_KILL_AT: killAt, MANYU_STEPS: steps, MANYU_KILLS: kills } = process.env;
const query = pg.Client.prototype.query;
/** Statements that many transactions share. */
const COMMON = /^(account|wallet)\./;
/** The first specific statement of each transaction. */
const subjects = new WeakMap<pg.Client, string | null>();

function reach(step: string): void {
  if (steps !== undefined) appendFileSync(steps, `${step}\n`);
  if (step === killAt || isNextKill(step)) process.kill(process.pid, 'SIGKILL');
}

function isNextKill(step: string): boolean {
  if (kills === undefined) return false;
  const [next, ...rest] = readFileSync(kills, 'utf8').split('\n');
  if (step !== next) return false;
  writeFileSync(kills, rest.join('\n'));
  return true;
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
