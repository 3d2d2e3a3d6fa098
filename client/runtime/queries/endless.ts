import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { Call, DataOf, InputOf } from '#contract/call';
import { ask } from '../ask.ts';
import { session } from '../browser.ts';
import { useAudience } from './audience.ts';
import { type CallOptions, FRESH_MS, JOIN, unasked, useSessionWait } from './queries.ts';

type ListData = { list: unknown[]; next: string | null };

/** The item type of a list call. */
type ItemOf<C extends Call> = DataOf<C> extends { list: (infer Item)[] } ? Item : never;

export type AskedList<Item, First = unknown> = {
  /** Undefined until the first page is there. */
  list: Item[] | undefined;
  /** The answer of the first page, with what it says besides the list. */
  first: First | undefined;
  /** Whether the list is still that of the filter before. */
  changing: boolean;
  error: Error | null;
  more: 'yes' | 'loading' | 'failed' | 'end';
  loadMore(): void;
  retry(): void;
};

/** An endless list by cursors; the first page is asked for without a payload. */
export function useEndless<C extends Call>(
  call: C,
  wanted: Partial<InputOf<C>> = {},
  { staleMs = 10 * FRESH_MS }: Pick<CallOptions, 'staleMs'> = {},
): AskedList<ItemOf<C>, DataOf<C>> {
  const wait = useSessionWait(call);
  const filter = useAudience(call, wanted);
  const query = useInfiniteQuery({
    queryKey: [call.path, 'list', filter],
    enabled: wait.ready,
    initialPageParam: null as string | null,
    placeholderData: keepPreviousData,
    staleTime: staleMs,
    meta: { who: call.who },
    queryFn: async ({ pageParam, queryKey }) => {
      const cursor = pageParam === null ? {} : { cursor: pageParam };
      const payload = { ...filter, ...cursor };
      // The lists of the contract share their paging fields, which the compiler can't see through `C`.
      const asked = Object.keys(payload).length === 0 ? undefined : (payload as InputOf<C>);
      return (await ask(call, asked, { background: unasked.has(queryKey) })) as ListData;
    },
    getNextPageParam: (last) => last.next,
  });
  const moreFailed = query.isFetchNextPageError;
  return {
    list: query.data?.pages.flatMap((page) => page.list as ItemOf<C>[]),
    first: query.data?.pages[0] as DataOf<C> | undefined,
    changing: query.isPlaceholderData,
    error: query.data === undefined ? (query.error ?? wait.error) : null,
    more: query.isFetchingNextPage ? 'loading' : moreFailed ? 'failed' : query.hasNextPage ? 'yes' : 'end',
    loadMore: () => {
      if (query.hasNextPage && !query.isFetching) void query.fetchNextPage();
    },
    retry: () => (wait.error ? void session.start() : void query.refetch(JOIN)),
  };
}
