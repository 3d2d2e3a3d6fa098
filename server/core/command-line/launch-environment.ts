import { printableLine } from '../text/printable.ts';
import { userName } from '../text/user-name.ts';

/** The working folder of the operator, if the user of the command has no access to it. Set by the launcher. */
export function closedFolder(): string | null {
  return process.env.MANYU_CLOSED_FOLDER || null;
}

/** npm reads a long option that consists of its one-letter options as a group of them: `--days` is `-d -a -y -s`. */
const LETTERS: Readonly<Record<string, string>> = { a: 'all', d: 'loglevel', s: 'loglevel', y: 'yes' };

/**
 * The option that npm took for itself because it was not behind `--`: `npm run x --dry-run` runs the command without
 * it, and npm reports this only in the environment. `null` if there is none, or if npm has not started the command. `--before`,
 * `--description` and `--only` can't be seen: npm knows options of these names, and shows nothing.
 */
export function takenByNpm(names: readonly string[], args: readonly string[], env = process.env): string | null {
  if (env.npm_lifecycle_event === undefined) return null;
  const isGiven = (name: string) => args.some((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`));
  const taken = names.find((name) => !isGiven(name) && isTaken(name, env));
  return taken === undefined ? null : `--${taken}`;
}

function isTaken(name: string, env: NodeJS.ProcessEnv): boolean {
  const value = (key: string) => env[`npm_config_${key}`];
  // npm writes false as an empty string.
  if (name.startsWith('no-')) return value(name.slice('no-'.length)) === '';
  const letters = [...name].map((letter) => LETTERS[letter]);
  if (letters.every((key) => key !== undefined)) return letters.every((key) => value(key));
  return Boolean(value(name.replaceAll('-', '_')));
}

/** The user that `deploy/set-up.sh` makes for the service. All commands of a service run as this user. */
const SERVICE_USER = 'manyu';
const LONGEST_NAME = 64;

/**
 * The name of the operator for the audit log: the user who called `sudo` if the command runs as the user of the service. A person
 * who may run commands as that user can set another name.
 */
export function operatorName(sudoUser = process.env.SUDO_USER, user = userName()): string {
  const given = printableLine(sudoUser ?? '')
    .trim()
    .slice(0, LONGEST_NAME);
  return user === SERVICE_USER && given !== '' ? given : user;
}
