/** The private PostgreSQL can't run here. The message is a Chinese sentence for the operator with advice. */
export class PrivatePostgresUnavailable extends Error {
  override name = 'PrivatePostgresUnavailable';
}

/** Another running app uses this data folder. */
export class DataFolderInUse extends PrivatePostgresUnavailable {
  override name = 'DataFolderInUse';

  constructor(dataDir: string, pid: string | undefined) {
    super(
      `数据目录 ${dataDir} 正被另一个漫屿使用${pid ? `（进程 ${pid}）` : ''}：请先停止它，或用 DATA_DIR 指定别的目录。`,
    );
  }
}

/** The data folder can't be made or written to. */
export class DataFolderUnwritable extends PrivatePostgresUnavailable {
  override name = 'DataFolderUnwritable';

  constructor(dataDir: string, error: unknown) {
    super(`无法写入数据目录 ${dataDir}：请检查它的所有者与权限，或用 DATA_DIR 指定别的目录。（${String(error)}）`);
  }
}

/** The files of the database have disappeared while the app runs. */
export class DatabaseVanished extends PrivatePostgresUnavailable {
  override name = 'DatabaseVanished';

  constructor(cluster: string) {
    super(`数据库 ${cluster} 不见了：先看数据的盘挂上了没有，再停止漫屿，把数据目录放回原处或从备份恢复。`);
  }
}

/** Ctrl-C in a terminal also ends a program that is being tried. Then it is unknown whether the program works. */
export function refuseInterrupted(signal: NodeJS.Signals | null): void {
  if (signal === 'SIGINT' || signal === 'SIGHUP') throw new PrivatePostgresUnavailable('已中断。');
}

/** The advice that always works. It ends the messages about machines without a fitting binary. */
export const USE_YOUR_OWN = '请自行准备一个 PostgreSQL（14 或更新），并用环境变量 DATABASE_URL 指定它的地址。';
