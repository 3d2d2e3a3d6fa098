import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { clusterExists, createCluster, DATABASE_USER } from './cluster.ts';
import { type ClusterLocation, chooseLocation, isLocated } from './cluster-location.ts';
import { ensureDatabase } from './database.ts';
import { isPostmasterOf, isRunning } from './pid-file.ts';
import { findPostmaster, type Postmaster, startPostmaster, stopPostmaster } from './postmaster.ts';
import { processSpace } from './process-space.ts';
import { findPrograms } from './programs.ts';
import { noteSocketFolder, removeSocketFolder, SOCKET_PORT, socketFolder } from './socket-folder.ts';
import { supervise } from './supervision.ts';
import { readTextFile, writeTextFile } from './text-file.ts';
import { DatabaseVanished, DataFolderUnwritable, PrivatePostgresUnavailable } from './unavailable.ts';
import { joinUsers, type Users } from './users.ts';

const DATABASE = 'manyu';
/** The note that names the process space of PostgreSQL, such as a container. */
const SPACE = 'space';
const IDENTIFY_EVERY_LOOKS = 25;
const DYING_WITHIN_MS = 10_000;

export interface PrivatePostgresOptions {
  dataDir: string;
  /**
   * The app is the only one on its data folder and restarts a PostgreSQL that died; a command joins, or starts one for
   * itself.
   */
  as: 'app' | 'command';
  log: { info(message: string): void; warn(message: string): void };
  /** Off only for temporary data. */
  fsync?: boolean;
  /** The folder for a cluster that the unprivileged account can't reach in the data folder. */
  spare?: string;
}

export interface PrivatePostgres {
  /** For pg: `host` is the socket's folder. */
  connection: { host: string; port: number; user: string; database: string };
  /** The folder of the cluster, to be shown to the operator. */
  where: string;
  started: 'fresh' | 'warm' | 'joined';
  /** Ends the use. The last user stops PostgreSQL. */
  release(): Promise<void>;
}

/** Whether a data folder has a private PostgreSQL already. */
export function hasPrivatePostgres(dataDir: string): boolean {
  return isLocated(dataDir, placeNote(controlOf(dataDir)));
}

const controlOf = (dataDir: string) => join(dataDir, 'postgres-control');
const placeNote = (control: string) => join(control, 'place');

/**
 * Opens the private PostgreSQL of a data folder. Creates or starts it if needed. Refusals are Chinese sentences.
 */
export async function openPrivatePostgres(options: PrivatePostgresOptions): Promise<PrivatePostgres> {
  const dataDir = makeDataDir(options.dataDir);
  const control = controlOf(dataDir);
  const users = await joinUsers(dataDir, control, options.as);
  const home = { dataDir, control, users, options };
  try {
    return await openAsUser(home);
  } catch (error) {
    users.leave();
    throw error;
  }
}

function makeDataDir(given: string): string {
  try {
    mkdirSync(given, { recursive: true });
    return realpathSync(given);
  } catch (error) {
    throw new DataFolderUnwritable(given, error);
  }
}

interface Home {
  dataDir: string;
  control: string;
  users: Users;
  options: PrivatePostgresOptions;
}

async function openAsUser(home: Home): Promise<PrivatePostgres> {
  const { dataDir, control, users, options } = home;
  const location = chooseLocation(dataDir, placeNote(control), options.spare ?? '/var/lib/manyu');
  const { started, ...opened } = await users.alone(() => findOrStart(home, location));
  let postmaster = opened.postmaster;
  const connection = {
    host: postmaster.socketDir,
    port: SOCKET_PORT,
    user: DATABASE_USER,
    database: DATABASE,
  };

  const restart = async () => {
    options.log.warn(`PostgreSQL (process ${postmaster.pid}) is gone; starting it again`);
    ({ postmaster } = await users.alone(() => findOrStart(home, location, postmaster.socketDir)));
  };
  // Checked several times a second as long as the app runs; the identity, the most expensive check, only now and then.
  let looks = 0;
  const isAlive = () => {
    looks += 1;
    const isSame = looks % IDENTIFY_EVERY_LOOKS !== 0 || isPostmasterOf(postmaster.pid, location.cluster);
    return isRunning(postmaster.pid) && isSame && existsSync(socketOf(postmaster));
  };
  const supervision =
    options.as === 'app'
      ? supervise(isAlive, restart, (error) => options.log.warn(`PostgreSQL did not come back: ${String(error)}`))
      : undefined;

  const release = async () => {
    await supervision?.end();
    const stop = () => stopWhateverRuns(location, control, postmaster);
    try {
      // The data folder and its locks no longer exist, so no other process can use the database either.
      await (existsSync(control) ? users.leaveLast(stop) : stop());
    } finally {
      users.leave();
    }
  };
  let released: Promise<void> | undefined;
  return {
    connection,
    where: location.cluster,
    started,
    release: () => {
      released ??= release();
      return released;
    },
  };
}

interface FoundCluster {
  postmaster: Postmaster;
  started: PrivatePostgres['started'];
}

/**
 * To be called while no other process does. Joins a running PostgreSQL, also one that a killed app has left, or starts one. `inUse`:
 * the socket folder of existing pools; with it the cluster existed before, and is not created again.
 */
async function findOrStart(home: Home, location: ClusterLocation, inUse?: string): Promise<FoundCluster> {
  const { dataDir, control, options } = home;
  const joined = await joinRunning(home, location);
  if (!joined) await refuseBesideHidden(home);
  writeTextFile(join(control, SPACE), processSpace());
  if (joined) return { postmaster: joined, started: 'joined' };
  const fsync = options.fsync ?? true;
  const programs = findPrograms(location.account, location.programCopies);
  if (inUse !== undefined && !clusterExists(location.cluster)) throw new DatabaseVanished(location.cluster);
  const fresh = await createCluster(location.cluster, programs, location.account, fsync);
  location.confirm();
  const postmaster = await startPostmaster({
    cluster: location.cluster,
    programs,
    account: location.account,
    socketDir: socketFolder(control, location.account, inUse),
    logFile: join(dataDir, 'postgres.log'),
    fsync,
  });
  await ensureDatabase(postmaster.socketDir, DATABASE_USER, DATABASE);
  return { postmaster, started: fresh ? 'fresh' : 'warm' };
}

/**
 * A PostgreSQL in another container can't be seen here, also not by PostgreSQL itself, and a second one on the same files destroys
 * them. The file locks of its users work across containers.
 */
async function refuseBesideHidden({ control, users }: Home): Promise<void> {
  const space = readTextFile(join(control, SPACE));
  if (space === undefined || space === processSpace() || (await users.isAlone())) return;
  throw unseen('在另一个容器里');
}

function unseen(where: string): PrivatePostgresUnavailable {
  return new PrivatePostgresUnavailable(
    `漫屿正在运行，但从这里看不到它的数据库（${where}）。请在同一环境里运行此命令，或先停止漫屿。`,
  );
}

/** A killed PostgreSQL keeps its name and its socket until the kernel has removed it, so it is checked twice. */
async function joinRunning(home: Home, location: ClusterLocation): Promise<Postmaster | undefined> {
  const until = Date.now() + DYING_WITHIN_MS;
  for (;;) {
    const running = await findPostmaster(location.cluster);
    if (!running) return undefined;
    if (!existsSync(socketOf(running))) {
      await stopUnreachable(home, location, running);
      return undefined;
    }
    try {
      noteSocketFolder(home.control, running.socketDir);
      await ensureDatabase(running.socketDir, DATABASE_USER, DATABASE);
      return running;
    } catch (error) {
      if (Date.now() > until) throw error;
      await sleep(50);
    }
  }
}

/** A program that cleans the temp directory may delete the socket of a running PostgreSQL. */
async function stopUnreachable(
  { options, users }: Home,
  location: ClusterLocation,
  running: Postmaster,
): Promise<void> {
  // If the app has its own temp directory (systemd's PrivateTmp), the socket exists, but this process can't see it.
  if (options.as === 'command' && users.appIsRunning()) throw unseen(socketOf(running));
  options.log.warn(`The socket ${socketOf(running)} is gone; restarting PostgreSQL`);
  await stopPostmaster(running.pid, location.cluster);
}

/** `known` = the cluster that was used last. If its files are gone, this is the only trace of it. */
async function stopWhateverRuns(location: ClusterLocation, control: string, known: Postmaster): Promise<void> {
  const running = (await findPostmaster(location.cluster)) ?? known;
  await stopPostmaster(running.pid, location.cluster);
  removeSocketFolder(control);
}

function socketOf(postmaster: Postmaster): string {
  return join(postmaster.socketDir, `.s.PGSQL.${SOCKET_PORT}`);
}
