import { discover } from '../discover/discover.ts';
import { stampOf } from '../read/fingerprint-cache.ts';
import { openSource } from '../read/open-source.ts';
import type { FoundSource, MissedSource } from '../source/source.ts';
import { asSourceError, codeOf } from '../source/source-error.ts';
import type { Pace } from './pace.ts';

/** One version of a path: its stamp, the time of its last change, and whether it was imported or refused. */
type SeenVersion = { stamp: string; since: number; isDone: boolean };

type Stamp = { stamp: string; newestMs: number };

/** Tracks the sources in the watched folders, so that each version is imported once and only when it is complete. */
export class SettledSources {
  readonly #seen = new Map<string, SeenVersion>();
  readonly #pace: Pace;

  constructor(pace: Pace) {
    this.#pace = pace;
  }

  /** Returns complete sources that are not done, and whether others are still being copied. Forgets missing sources. */
  async find(
    folders: string[],
    stop: AbortSignal,
    onLook: (looked: number) => void,
  ): Promise<{ ready: (FoundSource | MissedSource)[]; isCopying: boolean }> {
    const ready: (FoundSource | MissedSource)[] = [];
    let isCopying = false;
    const present = new Set<string>();
    for await (const found of discover(folders, stop)) {
      if (stop.aborted) return { ready: [], isCopying: false };
      present.add(found.path);
      onLook(present.size);
      const version = await this.#versionOf(found);
      if (version === undefined || version.isDone) continue;
      if (await this.#isComplete(found, version)) ready.push(found);
      else isCopying = true;
    }
    for (const path of this.#seen.keys()) if (!present.has(path)) this.#seen.delete(path);
    return { ready, isCopying };
  }

  markDone(sources: (FoundSource | MissedSource)[]): void {
    for (const { path } of sources) {
      const version = this.#seen.get(path);
      if (version) version.isDone = true;
    }
  }

  async #versionOf(found: FoundSource | MissedSource): Promise<SeenVersion | undefined> {
    const now = performance.now();
    const current = await currentStamp(found);
    if (current === undefined) return undefined;
    const seen = this.#seen.get(found.path);
    if (seen?.stamp === current.stamp) return seen;
    // A file with old times was not created just now.
    const isOld = current.newestMs < Date.now() - this.#pace.patience;
    const version = { stamp: current.stamp, since: isOld ? -this.#pace.patience : now, isDone: false };
    this.#seen.set(found.path, version);
    return version;
  }

  async #isComplete(found: FoundSource | MissedSource, { since }: SeenVersion): Promise<boolean> {
    if (found.kind === 'missed') return true;
    const unchangedMs = performance.now() - since;
    const settle = found.kind === 'folder' ? 3 * this.#pace.settle : this.#pace.settle;
    return unchangedMs >= this.#pace.patience || (unchangedMs >= settle && (await canBeOpened(found)));
  }
}

/** Undefined if it is missing or was replaced since it was found. */
async function currentStamp(found: FoundSource | MissedSource): Promise<Stamp | undefined> {
  if (found.kind === 'missed') return { stamp: found.sourceError.message, newestMs: 0 };
  try {
    const { stamp, newestMs } = await stampOf(found);
    const stamps = [stamp.toString('hex')];
    for (const { path } of Object.values(found.sidecarFiles ?? {})) {
      const sidecar = await stampOf({ kind: 'archive', path }).catch(() => undefined);
      stamps.push(sidecar?.stamp.toString('hex') ?? '');
    }
    return { stamp: stamps.join(), newestMs };
  } catch (error) {
    // The import refuses it with a message.
    return codeOf(error) === 'EACCES' ? { stamp: 'EACCES', newestMs: 0 } : undefined;
  }
}

/** An incomplete copy can't be opened: an archive's directory is at its end, or its entries are longer than the file. */
async function canBeOpened(found: FoundSource): Promise<boolean> {
  try {
    await (await openSource(found)).close();
    return true;
  } catch (error) {
    const code = asSourceError(error)?.code;
    return code !== 'truncated' && code !== 'corrupt_archive' && code !== 'unreadable' && code !== 'unsupported_format';
  }
}
