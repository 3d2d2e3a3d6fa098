import { readdir } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { type DiskPath, namedItems } from '../source/disk-names.ts';
import type { FileState } from './candidate.ts';

type Source = { sourceName: string; sourceRoot: string; sha256: string };
type Known = { sourceName: string; sourceRoot: string | null; sha256: string };

/** Checks whether the files of chapters still exist where they were imported from. Reads each folder once. */
export class KnownFiles {
  readonly #inRun: ReadonlyMap<string, string>;
  readonly #folders = new Map<string, Promise<ReadonlyMap<string, DiskPath> | undefined>>();
  /** Folders that no longer exist, with their new paths. */
  readonly movedRoots = new Map<string, string>();

  constructor(sources: readonly Source[]) {
    this.#inRun = new Map(sources.map((each) => [join(each.sourceRoot, each.sourceName), each.sha256]));
  }

  /** `root`: where to look for a chapter without a recorded folder. */
  async stateOf({ sourceName, sourceRoot, sha256 }: Known, root: string | undefined): Promise<FileState> {
    const folder = sourceRoot === null ? root : this.#rootNow(sourceRoot);
    if (folder === undefined) return 'there';
    const inRun = this.#inRun.get(join(folder, sourceName));
    if (inRun !== undefined) return inRun === sha256 ? 'there' : 'changed';
    return (await this.#look(folder, sourceName.split('/'))) === 'gone' ? 'gone' : 'there';
  }

  /** Whether a file with that name surely exists below this folder. */
  async isThere({ sourceName }: Pick<Known, 'sourceName'>, root: string): Promise<boolean> {
    return this.#inRun.has(join(root, sourceName)) || (await this.#look(root, sourceName.split('/'))) === 'there';
  }

  /**
   * Call it when a file that was below `from` is below `to`. The other files are assumed to have moved too, unless there still
   * are files in `from`.
   */
  async noteMoved(from: string, to: string): Promise<void> {
    if (this.#rootNow(from) !== from || !(await this.#isAway(from))) return;
    let [before, now] = [from, to];
    while (basename(before) === basename(now) && (await this.#isAway(dirname(before))))
      [before, now] = [dirname(before), dirname(now)];
    this.movedRoots.set(before, now);
  }

  #rootNow(root: string): string {
    for (let folder = root; ; folder = dirname(folder)) {
      const now = this.movedRoots.get(folder);
      if (now !== undefined) return join(now, relative(folder, root));
      if (folder === dirname(folder)) return root;
    }
  }

  /** An empty folder may be the mount point of a disk that is not mounted. */
  async #isAway(root: string): Promise<boolean> {
    return ((await this.#list(root))?.size ?? 0) === 0;
  }

  /** Compares listed names instead of opening them: a file system may ignore case, or store names in another form. */
  async #look(root: string, names: readonly string[]): Promise<'there' | 'gone' | 'unknown'> {
    if (await this.#isAway(root)) return 'unknown';
    let folder: DiskPath = root;
    for (const name of names) {
      const items: ReadonlyMap<string, DiskPath> | undefined = await this.#list(folder);
      // A folder that can't be read may contain the file.
      if (items === undefined) return 'unknown';
      const found = items.get(name);
      if (found === undefined) return 'gone';
      folder = found;
    }
    return 'there';
  }

  #list(folder: DiskPath): Promise<ReadonlyMap<string, DiskPath> | undefined> {
    const key = folder.toString('latin1');
    const listed = this.#folders.get(key) ?? listFolder(folder);
    this.#folders.set(key, listed);
    return listed;
  }
}

async function listFolder(folder: DiskPath): Promise<ReadonlyMap<string, DiskPath> | undefined> {
  try {
    const items = namedItems(folder, await readdir(folder, { withFileTypes: true, encoding: 'buffer' }));
    return new Map(items.map(({ name, onDisk }) => [name, onDisk]));
  } catch {
    return undefined;
  }
}
