import { basename, dirname, join, resolve } from 'node:path';
import { withSeries } from '../naming/folder-kinds.ts';
import { type FingerprintCache, fingerprintAll } from '../read/fingerprint-cache.ts';
import type { KnownSource } from '../read/with-source.ts';
import { type SeriesSidecar, seriesSidecarReader } from '../sidecar/series-sidecar.ts';
import { shownName } from '../source/file-names.ts';
import { type Outcome, refusedOutcome } from '../source/outcome.ts';
import type { FoundSource, MissedSource } from '../source/source.ts';
import { toSourceError } from '../source/source-error.ts';

/** A source with its fingerprint and the sidecar of its series. */
export type FingerprintedSource = KnownSource & {
  /** By this name a later run recognises the source: the folders from the series down and the file name, joined by slashes. */
  sourceName: string;
  /** `sourceName` is relative to this folder. */
  sourceRoot: string;
  sidecar: SeriesSidecar | undefined;
  warnings: string[];
};

/** How many sources are fingerprinted between two writes to the cache. */
const BATCH = 500;

/** Fingerprints every source once, in order, and reads the sidecar files beside them. */
export async function fingerprintSources(
  sources: AsyncIterable<FoundSource | MissedSource>,
  cache: FingerprintCache,
  signal: AbortSignal,
): Promise<{ sources: FingerprintedSource[]; refused: Outcome[] }> {
  const result: { sources: FingerprintedSource[]; refused: Outcome[] } = { sources: [], refused: [] };
  const paths = new Set<string>();
  const readSidecar = seriesSidecarReader();
  const warned = new Set<SeriesSidecar>();
  let batch: FoundSource[] = [];
  const fingerprintBatch = async () => {
    for (const fingerprint of await fingerprintAll(batch, cache, signal)) {
      const { found } = fingerprint;
      if ('error' in fingerprint) {
        result.refused.push(refusedOutcome(found.path, toSourceError(fingerprint.error)));
        continue;
      }
      const sidecar = await readSidecar(found.sidecarFiles);
      found.seriesInfo = sidecar?.info;
      // Warnings about a series' files are reported with the first of its chapters only.
      const unused = unusedPictures(found, sidecar);
      if (found.kind === 'folder' && found.loosePictures !== undefined && unused.length === 0) continue;
      const warnings = sidecar && !warned.has(sidecar) ? [...sidecar.warnings] : [];
      if (found.kind === 'archive' && unused.length > 0) warnings.push(unusedWarning(unused));
      if (sidecar) warned.add(sidecar);
      const sourceName = [...withSeries(found.parents), basename(found.path)].join('/');
      const sourceRoot = resolve(found.path, sourceName.replaceAll(/[^/]+/g, '..'));
      result.sources.push({ ...fingerprint, sourceName, sourceRoot, sidecar, warnings });
    }
    batch = [];
  };
  for await (const found of sources) {
    signal.throwIfAborted();
    // A file may be typed twice, or together with its folder.
    if (paths.has(resolve(found.path))) continue;
    paths.add(resolve(found.path));
    if (found.kind === 'missed') result.refused.push(refusedOutcome(found.path, found.sourceError));
    else if (batch.push(found) === BATCH) await fingerprintBatch();
  }
  await fingerprintBatch();
  return result;
}

/** The pictures beside a chapter that are not the cover of its series. */
function unusedPictures({ path, loosePictures = [], kind }: FoundSource, sidecar: SeriesSidecar | undefined): string[] {
  const folder = resolve(kind === 'folder' ? path : dirname(path));
  const cover = sidecar?.cover?.path;
  return loosePictures.filter((name) => cover === undefined || join(folder, name) !== resolve(cover));
}

function unusedWarning(names: readonly string[]): string {
  const some =
    names.length > 1 ? `「${shownName(names[0] ?? '')}」等 ${names.length} 张` : `「${shownName(names[0] ?? '')}」`;
  return `旁边的图片${some}没有采用：有压缩包的文件夹里，图片不算一话；作封面请写进 series.yaml 的 cover，作一话请放进单独的文件夹`;
}
