import { accessSync, chownSync, constants, mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type HeldLock, lock, tryLock } from './file-lock.ts';
import { readTextFile, writeTextFile } from './text-file.ts';
import { DataFolderInUse, DataFolderUnwritable, PrivatePostgresUnavailable } from './unavailable.ts';

/** Long enough for an app that is stopping and has closed its port already. */
const FORMER_APP_GONE_WITHIN_MS = 2_000;
/** Two users that leave at the same time delay each other for a moment. */
const TRIED_AGAIN_FOR_MS = 200;
/** Another process may be creating or stopping the cluster, which takes long on a slow disk. */
const OTHERS_READY_WITHIN_MS = 5 * 60_000;

/** This process as one of the users of a data folder's PostgreSQL. */
export interface Users {
  /** Runs `work` while no other process looks for, creates or starts the cluster. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  /** Runs `work` only if no other process uses the cluster; new users wait until it has ended. */
  leaveLast(work: () => Promise<void>): Promise<void>;
  leave(): void;
  /** Whether no other process uses the cluster. To be called within `alone`. */
  isAlone(): Promise<boolean>;
  appIsRunning(): boolean;
}

/**
 * Joins the users of the cluster, by three file locks. All users share the first one; the last user gets it exclusively, and so
 * notices that it is the last. The app holds the second one exclusively. The third one serialises starts. A lock ends with its
 * process, not with PostgreSQL.
 */
export async function joinUsers(dataDir: string, control: string, as: 'app' | 'command'): Promise<Users> {
  const owner = prepare(dataDir, control);
  const paths = {
    app: join(control, 'app.lock'),
    users: join(control, 'users.lock'),
    start: join(control, 'start.lock'),
  };
  const pidNote = join(control, 'app.pid');

  const app = as === 'app' ? await lock(paths.app, 'exclusive', FORMER_APP_GONE_WITHIN_MS, owner) : undefined;
  if (as === 'app' && !app) throw new DataFolderInUse(dataDir, readTextFile(pidNote));
  if (app) writeTextFile(pidNote, String(process.pid));

  let use: HeldLock | undefined;
  const leave = () => {
    use?.release();
    if (app) rmSync(pidNote, { force: true });
    app?.release();
  };
  try {
    use = await waitFor(paths.users, 'shared', owner);
  } catch (error) {
    leave();
    throw error;
  }
  return {
    leave,
    async alone(work) {
      const start = await waitFor(paths.start, 'exclusive', owner);
      return await work().finally(() => start.release());
    },
    async leaveLast(work) {
      use?.release();
      const last = await lock(paths.users, 'exclusive', TRIED_AGAIN_FOR_MS, owner);
      if (last) await work().finally(() => last.release());
    },
    async isAlone() {
      use?.release();
      const only = await lock(paths.users, 'exclusive', TRIED_AGAIN_FOR_MS, owner);
      only?.release();
      use = await waitFor(paths.users, 'shared', owner);
      return only !== undefined;
    },
    appIsRunning() {
      const free = tryLock(paths.app, 'exclusive');
      free?.release();
      return free === undefined;
    },
  };
}

/** The owner of the data folder. A command that is run as root must not leave files that the owner can't open. */
function prepare(dataDir: string, control: string): { uid: number; gid: number } | undefined {
  try {
    mkdirSync(control, { recursive: true });
    accessSync(control, constants.W_OK);
    const { uid, gid } = statSync(dataDir);
    if (process.getuid?.() !== 0) return undefined;
    chownSync(control, uid, gid);
    return { uid, gid };
  } catch (error) {
    throw new DataFolderUnwritable(dataDir, error);
  }
}

async function waitFor(path: string, kind: 'exclusive' | 'shared', owner?: { uid: number; gid: number }) {
  const held = await lock(path, kind, OTHERS_READY_WITHIN_MS, owner);
  if (!held) throw new PrivatePostgresUnavailable(`等待另一个正在启动或停止数据库的进程超时（${path}）。`);
  return held;
}
