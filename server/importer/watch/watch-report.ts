import { printableLine } from '../../core/text/printable.ts';
import { chapterLine } from '../report.ts';
import type { Outcome } from '../source/outcome.ts';

/** The watcher's reports. */
export type WatchReport = {
  watching(folders: readonly string[]): void;
  /** The folder is watched again when it comes back. */
  missing(folder: string): void;
  /** The system sends no more events. */
  polls(reason: string): void;
  /** The number of sources that were checked so far. */
  looked(sources: number): void;
  read(sources: number, of: number): void;
  made(pages: number, of: number): void;
  outcome(outcome: Outcome): void;
  /** All complete sources were imported or refused. */
  done(outcomes: readonly Outcome[], startedAt: Date): Promise<void>;
  /** The import will be retried. `outcomes`: of the sources before the failure. */
  failed(reason: string, outcomes: readonly Outcome[]): Promise<void>;
  stopped(): void;
};

type Output = { stdout: NodeJS.WritableStream; stderr: NodeJS.WritableStream };

/** Reports as Chinese text for the operator. */
export function inWords({ stdout, stderr }: Output): WatchReport {
  const say = (stream: NodeJS.WritableStream, line: string) => void stream.write(`${printableLine(line)}\n`);
  return {
    watching: (folders) => say(stdout, `正在监视 ${folders.join('、')}：放进来的会自动导入，Ctrl-C 结束。`),
    missing: (folder) => say(stderr, `${folder} 不见了，回来之后自动接着导入。`),
    polls: (reason) => say(stderr, `系统不能再通知变动（${reason}），改为定时查看。`),
    looked() {},
    read() {},
    made() {},
    outcome(outcome) {
      if (outcome.result !== 'unchanged') say(stdout, chapterLine(outcome));
      for (const warning of outcome.warnings) say(stdout, `  注意：${warning}`);
    },
    async done() {},
    async failed(reason) {
      say(stderr, `导入失败：${reason}，稍后自动再试。`);
    },
    stopped: () => say(stdout, '已停止监视，没有留下半成品。'),
  };
}
