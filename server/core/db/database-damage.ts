import type { Logger } from 'pino';

/** data_corrupted, index_corrupted, io_error. */
const SQLSTATE = /^(XX00[12]|58030)$/;
const UNDEFINED_FILE = '58P01';

/** Whether an error says that the files of the database are broken, missing or can't be read. */
export function isDatabaseDamaged(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = '' } = error as NodeJS.ErrnoException;
  // A file that an extension lacks has this code too.
  if (SQLSTATE.test(code) || (code === UNDEFINED_FILE && error.message.includes('"base/'))) return true;
  return isDatabaseDamaged(error.cause);
}

/** The message for the operator: a Chinese sentence without its full stop, and advice. */
export const DAMAGED = {
  found: (error: unknown) => `数据库的文件已损坏，有的内容读不出来（${messageOf(error)}）`,
  advice:
    '先停止漫屿，检查数据所在的盘，再把最近的备份恢复到新的数据目录（manyu restore <备份的文件夹>）；坏了的先留着',
};

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : messageOf(error.cause);
}

export type DamageWatch = {
  /** Called with every error that ended a call or a job. */
  see(error: unknown): void;
  /** True until the process ends: damage does not disappear without a repair. */
  isSeen(): boolean;
};

export function watchDamage(log: Logger): DamageWatch {
  let seen = false;
  return {
    see(error) {
      if (seen || !isDatabaseDamaged(error)) return;
      seen = true;
      log.fatal({ err: error, alarm: 'database' }, 'the files of the database are damaged');
    },
    isSeen: () => seen,
  };
}
