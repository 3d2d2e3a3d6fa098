import { type KnownSource, withSource } from '../read/with-source.ts';
import type { SeriesSidecar } from '../sidecar/series-sidecar.ts';
import { type Outcome, refusedOutcome } from '../source/outcome.ts';
import type { Metadata } from '../source/source.ts';
import { toSourceError } from '../source/source-error.ts';
import type { Candidate } from './candidate.ts';
import type { FingerprintedSource } from './fingerprint-sources.ts';

/** A source that was opened once, with everything that its chapter needs except the pages. */
export type InspectedSource = Candidate &
  KnownSource & {
    /** The absolute path of the folder to which `sourceName` is relative. */
    sourceRoot: string;
    metadata: Metadata;
    pageCount: number;
    warnings: string[];
    sidecar: SeriesSidecar | undefined;
  };

/** Opens a source to read its metadata and its number of pages. A source that can't be opened is refused. */
export async function inspectSource(
  source: FingerprintedSource,
  signal: AbortSignal,
): Promise<InspectedSource | Outcome> {
  signal.throwIfAborted();
  const { found, sidecar } = source;
  try {
    return await withSource(source, undefined, signal, async (opened) => {
      const title = sidecar?.title;
      const written = title === undefined ? {} : { series: title, seriesFrom: ' series.yaml' };
      const metadata = { ...opened.metadata, ...written };
      const warnings = [...source.warnings, ...opened.warnings];
      return { ...source, path: found.path, metadata, pageCount: opened.pages.length, warnings };
    });
  } catch (error) {
    signal.throwIfAborted();
    return { ...refusedOutcome(found.path, toSourceError(error)), warnings: source.warnings };
  }
}
