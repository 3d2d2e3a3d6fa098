import path from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { closedFolder, takenByNpm } from './launch-environment.ts';

type Output = { write(text: string): unknown };

/** Where a command line is answered: help on `stdout`, mistakes on `stderr`. */
export type CommandOutput = { stdout: Output; stderr: Output };

/** A mistake in a command line; the message is a Chinese sentence without its full stop. */
export class WrongUsage extends Error {}

const HELP = { help: { type: 'boolean', short: 'h' } } as const;

type Parsed<Options extends NonNullable<ParseArgsConfig['options']>> = ReturnType<
  typeof parseArgs<{ allowPositionals: true; options: Options & typeof HELP }>
>;

/**
 * Node's own parser with `--help` added. Its error messages are written for developers and become a WrongUsage, and so does
 * an option that npm has taken.
 */
export function parseOptions<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: Options,
): Parsed<Options> {
  const taken = takenByNpm(Object.keys(options), args);
  if (taken !== null)
    throw new WrongUsage(`npm 把 ${taken} 当作它自己的选项，命令没有收到：选项要写在 -- 之后，或用 ./manyu`);
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: { ...options, ...HELP } });
  } catch (error) {
    const name = /'(-[^' ]*)/.exec(error instanceof Error ? error.message : '')?.[1] ?? '';
    const isUnknown = error instanceof Error && 'code' in error && error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION';
    throw new WrongUsage(isUnknown ? `没有 ${name} 这个选项` : `选项 ${name} 的写法不对`, { cause: error });
  }
}

/**
 * Reads the usage of a command. Help (`read` returns null) and mistakes are answered here, before anything is opened, and
 * the exit code is returned instead.
 */
export function readUsage<Usage>(help: string, { stdout, stderr }: CommandOutput, read: () => Usage | null) {
  try {
    const usage = read();
    if (usage !== null) return usage;
    stdout.write(help);
    return 0;
  } catch (error) {
    if (!(error instanceof WrongUsage)) throw error;
    stderr.write(`${error.message}。\n\n${help}`);
    return 2;
  }
}

/** Parses the value of an option that is a count. */
export function wholeNumber(name: string, value: string): number {
  if (!/^\d{1,15}$/.test(value)) throw new WrongUsage(`${name} 要写一个不小于 0 的整数`);
  return Number(value);
}

/**
 * A file or folder as the operator typed it, made absolute. Where the user that runs the command can't enter the folder in
 * which it was typed, a relative one would be taken from elsewhere. Throws WrongUsage.
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
