import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { DataOf, InputOf, Schema } from '#contract/call';
import type { StaffCall } from '#contract/console/staff-call';
import { Button } from '../../ui/button.tsx';
import { request } from '../runtime/request.ts';
import { Loaded } from './page.tsx';

type List = { list: readonly unknown[]; next: string | null };
type ListCall = StaffCall<Schema, Schema<List>>;
type RowOf<C extends ListCall> = DataOf<C> extends { list: readonly (infer Row)[] } ? Row : never;

type LoadMoreProps<C extends ListCall> = {
  call: C;
  /** The payload without the cursor. */
  filter: InputOf<C>;
  children(rows: RowOf<C>[]): ReactNode;
};

/** The rows of a call that answers page by page, with a button for the next page. */
export function LoadMore<C extends ListCall>({ call, filter, children }: LoadMoreProps<C>) {
  const query = useInfiniteQuery({
    queryKey: [call.path, filter],
    queryFn: ({ pageParam }): Promise<List> =>
      request(call, { ...(filter as object), ...(pageParam && { cursor: pageParam }) } as InputOf<C>) as Promise<List>,
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });
  return (
    <>
      <Loaded query={query}>{({ pages }) => children(pages.flatMap(({ list }) => list) as RowOf<C>[])}</Loaded>
      {query.hasNextPage && (
        <Button look="tinted" disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          更多
        </Button>
      )}
    </>
  );
}
