import { statfs } from 'node:fs/promises';
import { watch } from 'chokidar';
import type { ImportOptions } from '../options.ts';
import { isJunk } from '../source/file-names.ts';
import type { WatchReport } from './watch-report.ts';

/** Notifies of changes in the watched folders, or reports that they must be polled. */
export type ChangeSignal = {
  isPolling(): boolean;
  /** Call it for a missing folder. There is no event when it comes back, so polling begins. */
  reportMissing(path: string): void;
  /** Waits for a change; returns whether there was one before the timeout. */
  wait(timeoutMs: number): Promise<boolean>;
  close(): Promise<void>;
};

export async function openChangeSignal(
  options: ImportOptions,
  report: WatchReport,
  stop: AbortSignal,
): Promise<ChangeSignal> {
  let isPolling = options.poll || (await anyOnNetwork(options.paths));
  const missing = new Set<string>();
  const change = latch();
  stop.addEventListener('abort', change.set);
  const watcher = isPolling ? undefined : watchFiles(options.paths);
  // The event of a folder, with the name of the changed item if the system provides it.
  watcher?.on('raw', (_event, name) => {
    if (!name || !isJunk(name)) change.set();
  });
  watcher?.on('error', (error) => {
    if (!isPolling) report.polls(messageOf(error));
    isPolling = true;
    change.set();
  });
  return {
    isPolling: () => isPolling,
    reportMissing(path) {
      if (!missing.has(path)) report.missing(path);
      missing.add(path);
      isPolling = true;
    },
    wait: change.wait,
    async close() {
      stop.removeEventListener('abort', change.set);
      await watcher?.close();
    },
  };
}

/** A flag that stays set until a caller has waited for it. */
function latch() {
  let isSet = false;
  let wake = () => {};
  return {
    set() {
      isSet = true;
      wake();
    },
    async wait(timeoutMs: number): Promise<boolean> {
      if (!isSet) {
        const { promise, resolve } = Promise.withResolvers<void>();
        wake = resolve;
        const timer = setTimeout(resolve, timeoutMs);
        await promise;
        clearTimeout(timer);
      }
      const wasSet = isSet;
      isSet = false;
      return wasSet;
    },
  };
}

function watchFiles(folders: string[]) {
  return watch(folders, {
    ignoreInitial: true,
    ignorePermissionErrors: true,
    followSymlinks: false,
    // Files are not watched one by one: each would take memory and one of the system's watches.
    ignored: (path, stats) => stats?.isFile() || isJunkBelow(folders, path),
  });
}

/** Whether a path below a watched folder is junk. The watched folders may have any name. */
function isJunkBelow(folders: string[], path: string): boolean {
  const folder = folders.find((each) => path.startsWith(each));
  if (folder === undefined) return false;
  const below = path.slice(folder.length).replace(/\\/g, '/');
  return isJunk(below.replace(/^\/+|\/+$/g, ''));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Linux's numbers of file systems without events for changes by other machines: NFS, SMB, CIFS, FUSE, 9p, vboxsf. */
const UNTOLD = new Set([0x6969, 0xfe534d42, 0xff534d42, 0x517b, 0x65735546, 0x01021997, 0x786f4256]);

/** Whether any of these folders must be polled. */
async function anyOnNetwork(paths: readonly string[]): Promise<boolean> {
  const kinds = await Promise.all(
    paths.map((path) =>
      statfs(path).then(
        ({ type }) => type >>> 0,
        () => undefined,
      ),
    ),
  );
  return kinds.some((kind) => kind !== undefined && UNTOLD.has(kind));
}
