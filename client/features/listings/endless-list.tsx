import type { ReactNode } from 'react';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import type { ListState } from '../../runtime/queries/endless.ts';
import { ListEnd } from './list-end.tsx';

/** The text of an empty list. */
export type EmptyWords = { title: string; hint: string };

/** A list of fewer items fits on a screen and needs no text at its end. */
const SHORT = 5;

type EndlessListProps<Item> = {
  list: ListState<Item>;
  empty: EmptyWords;
  /** Classes of the element that holds the items. */
  className: string;
  /** The placeholder of one item. */
  skeleton: ReactNode;
  children(item: Item, index: number): ReactNode;
};

/** An endless list in all its states: loading, empty, failed, shown, and changing to another filter. */
export function EndlessList<Item>({ list: state, empty, className, skeleton, children }: EndlessListProps<Item>) {
  const { list, error, changing, more, loadMore, retry } = state;
  if (error) return <ErrorState message={error.message} onRetry={retry} />;
  if (!list) return <ListSkeleton className={className} skeleton={skeleton} />;
  // A page is empty when everything on it is hidden from this reader; further pages may still have items.
  if (list.length === 0 && more === 'end') return <EmptyState {...empty} />;
  return (
    <div className="page-width pt-4">
      <ul aria-busy={changing} className={`${className} transition-opacity duration-150 aria-busy:opacity-50`}>
        {list.map(children)}
      </ul>
      <ListEnd more={more} short={list.length < SHORT} onMore={loadMore} />
    </div>
  );
}

const PLACES = Array.from({ length: 12 }, (_, index) => index);

/** The placeholder of a list that is loading. */
export function ListSkeleton({ className, skeleton }: Pick<EndlessListProps<unknown>, 'className' | 'skeleton'>) {
  return (
    <div aria-hidden className="page-width pt-4">
      <div className={className}>
        {PLACES.map((place) => (
          <div key={place}>{skeleton}</div>
        ))}
      </div>
    </div>
  );
}
