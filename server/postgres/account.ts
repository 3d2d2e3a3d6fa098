import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { PrivatePostgresUnavailable, refuseInterrupted, USE_YOUR_OWN } from './unavailable.ts';

/** The account that PostgreSQL runs as; undefined = the same as this process. PostgreSQL refuses to run as root. */
export type Account = { uid: number; gid: number } | undefined;

/** Chooses the account: ours, or as root the owner of an existing cluster, else `postgres`, else `nobody`. */
export function chooseAccount(existingClusters: string[]): Account {
  if (process.getuid?.() !== 0) return undefined;
  for (const folder of existingClusters) {
    const found = statSync(folder, { throwIfNoEntry: false });
    if (found && found.uid !== 0) return { uid: found.uid, gid: found.gid };
  }
  const account = namedAccount('postgres') ?? namedAccount('nobody');
  if (!account) {
    throw new PrivatePostgresUnavailable(
      `PostgreSQL 不能以 root 运行，而这台机器上没有 postgres 或 nobody 用户。请换一个普通用户启动，或者：${USE_YOUR_OWN}`,
    );
  }
  return account;
}

function namedAccount(name: string): Account {
  let passwd: string;
  try {
    passwd = readFileSync('/etc/passwd', 'utf8');
  } catch {
    return undefined;
  }
  const fields = passwd
    .split('\n')
    .find((line) => line.startsWith(`${name}:`))
    ?.split(':');
  const [uid, gid] = [Number(fields?.[2]) >>> 0, Number(fields?.[3]) >>> 0];
  return fields && uid !== 0 ? { uid, gid } : undefined;
}

/** Whether the account can write in a folder. It is tried, because the permissions of every parent folder count. */
export function canUse(folder: string, account: Account): boolean {
  const script = 'cd -- "$1" && test -w . && test -x .';
  const tried = spawnSync('/bin/sh', ['-c', script, 'sh', folder], { ...account, cwd: '/', stdio: 'ignore' });
  refuseInterrupted(tried.signal);
  return tried.status === 0;
}

/** Makes a folder and its missing parents, which the account can enter even with a strict umask. */
export function makeReachable(folder: string): void {
  if (existsSync(folder)) return;
  makeReachable(dirname(folder));
  try {
    mkdirSync(folder);
    chmodSync(folder, 0o755);
  } catch (error) {
    throw new PrivatePostgresUnavailable(`无法建立目录 ${folder}：${String(error)}。${USE_YOUR_OWN}`);
  }
}
