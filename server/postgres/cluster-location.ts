import { createHash } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, renameSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Account, canUse, chooseAccount, makeReachable } from './account.ts';
import { clusterExists } from './cluster.ts';
import { folderIdentity } from './folder-identity.ts';
import { readTextFile, writeTextFile } from './text-file.ts';
import { PrivatePostgresUnavailable } from './unavailable.ts';

const READY = 'ready';

/** The place of the cluster of a data folder, and the account that runs it. */
export interface ClusterLocation {
  cluster: string;
  account: Account;
  /** A folder the account can reach, for copies of the programs. */
  programCopies: string;
  /** To be called once the cluster is complete: from then on a missing cluster is a loss and not a first start. */
  confirm(): void;
}

/** Whether there is a cluster, or the note says that there was one. */
export function isLocated(dataDir: string, note: string): boolean {
  const recorded = readLocation(note);
  return recorded?.ready || clusterExists(recorded?.cluster ?? join(dataDir, 'postgres'));
}

/**
 * The cluster is `postgres` in the data folder. As root, if the unprivileged account can't reach that, it is a folder in `spare`.
 * A note in the data folder then has its path, in the second line whether the cluster was ever complete, and in the next lines the
 * identity of the data folder: a copy of the data folder has a copy of the note.
 */
export function chooseLocation(dataDir: string, note: string, spare: string): ClusterLocation {
  const inside = join(dataDir, 'postgres');
  const own = join(spare, createHash('sha256').update(dataDir).digest('hex').slice(0, 12));
  const recorded = readLocation(note);
  if (recorded?.ready && !clusterExists(recorded.cluster)) {
    throw new PrivatePostgresUnavailable(
      `数据目录 ${dataDir} 的数据库应在 ${recorded.cluster}，但那里没有。请把它放回原处；若确实要从空库开始，请删除 ${note}。`,
    );
  }
  if (recorded?.owner && isOfAnother(recorded.owner, dataDir)) {
    throw new PrivatePostgresUnavailable(
      `数据目录 ${dataDir} 是复制来的：它写着的数据库 ${recorded.cluster} 是 ${recorded.owner.folder} 的数据库。要一份副本，请用 manyu backup 与 manyu restore；若是搬家，请先把原来的数据目录移走。`,
    );
  }
  const account = chooseAccount([recorded?.cluster ?? inside]);
  const location = (cluster: string): ClusterLocation => ({
    cluster,
    account,
    programCopies: account ? own : dataDir,
    confirm: () =>
      cluster === inside
        ? undefined
        : writeTextFile(note, [cluster, READY, dataDir, folderIdentity(dataDir)].join('\n')),
  });

  if (recorded) return location(recorded.cluster);
  if (clusterExists(inside)) {
    refuseUnreachable(inside, account);
    return location(inside);
  }
  if (!account || prepareFolder(inside, account)) return location(inside);

  const outside = join(own, 'postgres');
  // Without a note it belongs to a deleted data folder of the same name. It is kept, but not used.
  if (existsSync(outside)) renameSync(outside, `${outside}.${Date.now()}`);
  makeReachable(own);
  if (!prepareFolder(outside, account)) refuseUnreachable(outside, account);
  writeTextFile(note, `${outside}\n`);
  return location(outside);
}

type Owner = { folder: string; identity: string };

function readLocation(note: string): { cluster: string; ready: boolean; owner: Owner | null } | undefined {
  const [cluster, state, folder, identity] = readTextFile(note)?.split('\n') ?? [];
  if (!cluster) return undefined;
  return { cluster, ready: state === READY, owner: folder && identity ? { folder, identity } : null };
}

/** A data folder that was moved to another disk has another identity. Then the former folder no longer exists. */
function isOfAnother(owner: Owner, dataDir: string): boolean {
  return folderIdentity(dataDir) !== owner.identity && folderIdentity(owner.folder) === owner.identity;
}

/** Makes the empty folder for the account. If the account can't use it, removes it and returns false. */
function prepareFolder(cluster: string, account: Account): boolean {
  // A folder that can't be created or given to the account can't be used either.
  const isMade = succeeds(() => {
    mkdirSync(cluster, { recursive: true, mode: 0o700 });
    if (account) chownSync(cluster, account.uid, account.gid);
  });
  if (isMade && canUse(cluster, account)) return true;
  succeeds(() => rmdirSync(cluster));
  return false;
}

function succeeds(work: () => void): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

function refuseUnreachable(cluster: string, account: Account): void {
  if (canUse(cluster, account)) return;
  throw new PrivatePostgresUnavailable(
    `数据库目录 ${cluster} 无法由系统用户 ${account?.uid ?? process.getuid?.()} 读写：请检查它和各级上层目录的所有者与权限，或用 DATA_DIR 指定别的目录。`,
  );
}
