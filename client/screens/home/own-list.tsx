import { useEffect } from 'react';
import { comicRecommend } from '#contract/calls/listings';
import type { ComicCard } from '#contract/shapes';
import { useCall } from '../../runtime/queries/queries.ts';
import { becauseText } from './because-text.ts';

export type OwnList = { list: ComicCard[]; note: string };
export type OwnListProps = { without: number[]; onFind: (own: OwnList | null) => void };

/** Looks for what this reader may like. It draws nothing, so that the section stays where and what it is meanwhile. */
export function FindOwnList({ without, onFind }: OwnListProps) {
  const { data } = useCall(comicRecommend, { without }, { background: true });
  useEffect(() => {
    // Without a reason it would be what everybody is shown already.
    onFind(data && data.because.length > 0 ? { list: data.list, note: becauseText(data.because) } : null);
  }, [data, onFind]);
  return null;
}
