import type { Metadata } from '../source/source.ts';

/** The decision of an editor about one source. It overrides its names and files. */
export type SourceEdit = { series?: string | undefined; no?: number | undefined; title?: string | undefined };
export type SourceEdits = ReadonlyMap<string, SourceEdit>;

/** Whether the editor possibly wants another chapter than the one that a source has in the catalogue. */
export function choosesChapter({ series, no }: SourceEdit): boolean {
  return series !== undefined || no !== undefined;
}

/** The metadata after the edit. A number given by hand is that of a regular chapter. */
export function editedMetadata(metadata: Metadata, { series, no, title }: SourceEdit): Metadata {
  const { place: _place, ...withoutPlace } = metadata;
  return {
    ...(no === undefined ? metadata : { ...withoutPlace, no, volume: undefined, special: false }),
    ...(series !== undefined && { series, seriesFrom: '后台' }),
    ...(title !== undefined && { title: title === '' ? undefined : title, isTitleByHand: true }),
  };
}
