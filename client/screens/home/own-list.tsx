import { useEffect } from 'react';
import { comicRecommend } from '#contract/calls/listings';
import type { ComicCard } from '#contract/shapes';
import { useCall } from '../../runtime/queries/queries.ts';
import { becauseText } from './because-text.ts';

export type OwnList = { list: ComicCard[]; note: string };
type OwnListProps = { without: number[]; onFind: (own: OwnList | null) => void };

/** Fetches the reader's own list. It renders nothing, so that the section does not change before the answer. */
export function FindOwnList({ without, onFind }: OwnListProps) {
  const { data } = useCall(comicRecommend, { without }, { background: true });
  useEffect(() => {
    // Without a reason it is the list for everybody.
    onFind(data && data.because.length > 0 ? { list: data.list, note: becauseText(data.because) } : null);
  }, [data, onFind]);
  return null;
}
