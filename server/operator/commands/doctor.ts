import {
  type CommandOutput,
  expectNoPositionals,
  parseOptions,
  readArgs,
} from '../../core/command-line/command-line.ts';
import { printableLine } from '../../core/text/printable.ts';
import { type Diagnosis, examineSite, examineWithoutDatabase } from '../doctor/doctor.ts';
import type { DoctorContext, State } from '../doctor/finding.ts';

const USAGE = `用法：manyu doctor [--json]
检查这个站：网址、反向代理、时钟、磁盘、权限、备份、告警、短信、导入、账目、图片。什么也不改。

  --json   给程序读

退出码：0 都好，1 有要处理的，2 有东西不能用了，或用法有误。
`;
const SIGNS: Readonly<Record<State, string>> = { good: '✓', note: '·', warning: '!', fault: '✗' };

export type DoctorArgs = { isJson: boolean };

export function readDoctorArgs(argv: string[], output: CommandOutput): DoctorArgs | number {
  return readArgs(USAGE, output, () => {
    const { values, positionals } = parseOptions(argv, { json: { type: 'boolean' } });
    expectNoPositionals(positionals);
    return { isJson: values.json === true };
  });
}

type Output = { write(text: string): unknown };

/** Returns the exit code. */
export async function runDoctor(args: DoctorArgs, context: DoctorContext, stdout: Output): Promise<number> {
  return printDiagnoses(args, await examineSite(context), stdout);
}

/** Returns the exit code. Checks nothing else, and creates nothing. */
export function reportNoDatabase(args: DoctorArgs, dataDir: string, stdout: Output): number {
  const advice = '先看盘挂上了没有，DATA_DIR 对不对；数据真的没有了，从备份恢复（manyu restore <备份的文件夹>）';
  return printDiagnoses(
    args,
    [{ check: '数据库', state: 'fault', found: `数据目录 ${dataDir} 里没有数据库`, advice }],
    stdout,
  );
}

/** Returns the exit code. `why`: the reason why the database could not be opened, as a sentence. */
export async function runDoctorWithoutDatabase(
  args: DoctorArgs,
  why: string,
  context: Pick<DoctorContext, 'config' | 'imageDir'>,
  stdout: Output,
): Promise<number> {
  return printDiagnoses(args, await examineWithoutDatabase(why.replace(/。$/, ''), context), stdout);
}

function printDiagnoses({ isJson }: DoctorArgs, found: readonly Diagnosis[], stdout: Output): number {
  const code = exitCode(found);
  if (isJson) stdout.write(`${JSON.stringify({ code, findings: found }, null, 2)}\n`);
  else for (const each of found) stdout.write(line(each));
  return code;
}

function line({ check, state, found, advice }: Diagnosis): string {
  return `${SIGNS[state]} ${check}：${printableLine(found)}。\n${advice ? `    ${printableLine(advice)}。\n` : ''}`;
}

function exitCode(found: readonly Diagnosis[]): number {
  if (found.some(({ state }) => state === 'fault')) return 2;
  return found.some(({ state }) => state === 'warning') ? 1 : 0;
}
