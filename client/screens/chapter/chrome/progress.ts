/** How far a chapter has been read: in pages, or in percent. */
export type Progress = { unit: 'page' | 'percent'; at: number; of: number };

/** `2/5`, or the percentage of a long strip. */
export function progressText({ unit, at, of }: Progress): string {
  return unit === 'page' ? `${at}/${of}` : `${at}%`;
}
