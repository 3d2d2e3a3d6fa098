/** PostgreSQL stops, starts or can't be connected to: 08xxx connection exceptions, 57P01 to 57P03, 57P05. */
const SQLSTATE = /^(08\d{3}|57P0[1235])$/;
const SYSTEM = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);
const OF_A_CONNECTION = new Set(['connect', 'getaddrinfo', 'read', 'write']);
/** The error of our own pool when many calls wait already. */
export const DOES_NOT_ANSWER = 'the database does not answer';
/** Errors that `pg` makes itself have no code. */
const OF_THE_DRIVER =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection)/;

/** Whether an error means that the database can't be reached now. A database that refuses a user or a statement can be reached. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  if (!(error instanceof Error)) return false;
  const { code = '', syscall = '' } = error as NodeJS.ErrnoException;
  if (SQLSTATE.test(code) || (SYSTEM.has(code) && OF_A_CONNECTION.has(syscall))) return true;
  return OF_THE_DRIVER.test(error.message) || error.message === DOES_NOT_ANSWER;
}

/** The reason in one line; an error of several addresses has no message of its own. */
export function reasonOf(error: Error): string {
  if (error instanceof AggregateError && !error.message)
    return error.errors.map((each) => String(each.message)).join('; ');
  return error.message;
}
