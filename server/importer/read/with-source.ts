import type { FoundSource, OpenedSource } from '../source/source.ts';
import { changedError } from '../source/source-version.ts';
import { fingerprint } from './fingerprint.ts';
import { openSource } from './open-source.ts';

/** A source with its SHA-256 in hex and the version of its files. */
export type KnownSource = { found: FoundSource; sha256: string; version: string };

/** Opens a source for `work`. Refuses it if its content is not the fingerprinted content. */
export async function withSource<T>(
  source: KnownSource,
  scratch: string | undefined,
  signal: AbortSignal,
  work: (opened: OpenedSource) => Promise<T>,
): Promise<T> {
  const opened = await openSource(source.found, scratch, signal);
  try {
    const version = await opened.version();
    if (version !== source.version) await readAgain(source, version, signal);
    const result = await work(opened);
    if ((await opened.version()) !== version) throw changedError();
    return result;
  } finally {
    await opened.close();
  }
}

/** Some file systems give a file a new inode number at each opening. Then its hash decides. */
async function readAgain({ found, sha256 }: KnownSource, version: string, signal: AbortSignal): Promise<void> {
  const again = await fingerprint(found, signal);
  if (again.sha256.toString('hex') !== sha256 || again.version !== version) throw changedError();
}
