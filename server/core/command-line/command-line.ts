import path from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { closedFolder, takenByNpm } from './launch-environment.ts';

type Output = { write(text: string): unknown };

/** Help is written to `stdout`, mistakes to `stderr`. */
export type CommandOutput = { stdout: Output; stderr: Output };

/** A mistake in a command line. The message is a Chinese sentence without the full stop. */
export class WrongUsage extends Error {}

/** The help was asked for with `--help`. */
class HelpWanted extends Error {}

const HELP = { help: { type: 'boolean', short: 'h' } } as const;

type Parsed<Options extends NonNullable<ParseArgsConfig['options']>> = ReturnType<
  typeof parseArgs<{ allowPositionals: true; options: Options & typeof HELP }>
>;

/**
 * Node's parser with `--help`, which `readArgs` answers. Its error messages are for developers, so they become a `WrongUsage`. An
 * option that npm has consumed does too.
 */
export function parseOptions<const Options extends NonNullable<ParseArgsConfig['options']>>(
  argv: readonly string[],
  options: Options,
): Parsed<Options> {
  const taken = takenByNpm(Object.keys(options), argv);
  if (taken !== null)
    throw new WrongUsage(`npm 把 ${taken} 当作它自己的选项，命令没有收到：选项要写在 -- 之后，或用 ./manyu`);
  let parsed: Parsed<Options>;
  try {
    parsed = parseArgs({ args: [...argv], allowPositionals: true, options: { ...options, ...HELP } });
  } catch (error) {
    const name = /'(-[^' ]*)/.exec(error instanceof Error ? error.message : '')?.[1] ?? '';
    const isUnknown = error instanceof Error && 'code' in error && error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION';
    throw new WrongUsage(isUnknown ? `没有 ${name} 这个选项` : `选项 ${name} 的写法不对`, { cause: error });
  }
  if ((parsed.values as { help?: boolean }).help) throw new HelpWanted();
  return parsed;
}

/**
 * Parses the command line with `read`. Prints the help if it is wanted, or the mistake if it throws a `WrongUsage`, and returns
 * the exit code.
 */
export function readArgs<Args>(help: string, { stdout, stderr }: CommandOutput, read: () => Args): Args | number {
  try {
    return read();
  } catch (error) {
    if (error instanceof HelpWanted) {
      stdout.write(help);
      return 0;
    }
    if (!(error instanceof WrongUsage)) throw error;
    stderr.write(`${error.message}。\n\n${help}`);
    return 2;
  }
}

/** The function of a command that parses its command line. */
export function argsReader<Args>(help: string, read: (argv: string[]) => Args) {
  return (argv: string[], output: CommandOutput): Args | number => readArgs(help, output, () => read(argv));
}

/** Parses an option that is a whole number. */
export function wholeNumber(name: string, value: string): number {
  if (!/^\d{1,15}$/.test(value)) throw new WrongUsage(`${name} 要写一个不小于 0 的整数`);
  return Number(value);
}

/** Parses the number of a record. */
export function recordNumber(name: string, value: string): number {
  if (!/^[1-9]\d{0,14}$/.test(value)) throw new WrongUsage(`${name} 要写记录的编号`);
  return Number(value);
}

/** Parses a reason that must be given. */
export function givenReason(value: string | undefined): string {
  const reason = value?.trim() ?? '';
  if (reason === '') throw new WrongUsage('要写原因：--reason');
  return reason;
}

/** Parses a day of the calendar; `mistake`: the sentence if it is none. */
export function givenDay(value: string, mistake: string): string {
  const isDay = /^20\d\d-\d\d-\d\d$/.test(value) && new Date(`${value}T00:00:00Z`).toJSON()?.startsWith(value);
  if (!isDay) throw new WrongUsage(mistake);
  return value;
}

/** Parses a month of the calendar. */
export function givenMonth(value: string): string {
  if (!/^20\d\d-(0[1-9]|1[0-2])$/.test(value)) throw new WrongUsage('月份要写成 2026-11');
  return value;
}

/** How many words a command takes after its name, and its options. */
export type AcceptedArguments = readonly [fewest: number, most: number, options: readonly string[]];

/** Refuses words and options that the command does not take. */
export function checkTaken(
  command: string,
  [fewest, most, options]: AcceptedArguments,
  words: readonly string[],
  values: object,
): void {
  const wrong = Object.keys(values).find((name) => !options.includes(name));
  if (wrong !== undefined) throw new WrongUsage(`--${wrong} 不用于 ${command}`);
  if (words.length < fewest || words.length > most) throw new WrongUsage(`没有看懂 ${command} 的写法`);
}

/**
 * Makes a typed path absolute. If the command's user has no access to the folder where it was typed, a relative path would be
 * resolved elsewhere, so it throws `WrongUsage`.
 */
export function pathOf(given: string): string {
  const closed = closedFolder();
  if (closed && !path.isAbsolute(given))
    throw new WrongUsage(`运行命令的用户进不了 ${closed}：「${given}」请写完整的路径，放在它读得到的地方`);
  return path.resolve(given);
}

/** For commands that take options only. */
export function expectNoPositionals(positionals: readonly string[]): void {
  if (positionals.length > 0) throw new WrongUsage(`没有看懂「${positionals.join(' ')}」`);
}
