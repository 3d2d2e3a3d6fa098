import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { Call, DataOf, InputOf } from '#contract/call';
import { session } from '../browser.ts';
import { request } from '../request.ts';
import { useAudience } from './audience.ts';
import { type CallOptions, FRESH_MS, JOIN_RUNNING, silentRefetches, useCallAvailability } from './queries.ts';

type ListData = { list: unknown[]; next: string | null };

/** The item type of a list call. */
type ItemOf<C extends Call> = DataOf<C> extends { list: (infer Item)[] } ? Item : never;

export type ListState<Item, First = unknown> = {
  /** Undefined until the first page is there. */
  list: Item[] | undefined;
  /** The answer of the first page, with its fields besides the list. */
  first: First | undefined;
  /** Whether the list is still that of the previous filter. */
  changing: boolean;
  error: Error | null;
  more: 'yes' | 'loading' | 'failed' | 'end';
  loadMore(): void;
  retry(): void;
};

/** An endless list by cursors. Without a filter its first page is requested without a payload. */
export function useEndless<C extends Call>(
  call: C,
  input: Partial<InputOf<C>> = {},
  { staleMs = 10 * FRESH_MS, expected, skip = false }: CallOptions = {},
): ListState<ItemOf<C>, DataOf<C>> {
  const availability = useCallAvailability(call);
  const filter = useAudience(call, input);
  const query = useInfiniteQuery({
    queryKey: [call.path, 'list', filter],
    enabled: availability.ready && !skip,
    initialPageParam: null as string | null,
    placeholderData: keepPreviousData,
    staleTime: staleMs,
    meta: { who: call.who },
    queryFn: async ({ pageParam, queryKey }) => {
      const cursor = pageParam === null ? {} : { cursor: pageParam };
      const payload = { ...filter, ...cursor };
      // The lists of the contract share their paging fields, which the compiler can't see through `C`.
      const sentPayload = Object.keys(payload).length === 0 ? undefined : (payload as InputOf<C>);
      return (await request(call, sentPayload, { background: silentRefetches.has(queryKey), expected })) as ListData;
    },
    getNextPageParam: (last) => last.next,
  });
  // Also `loading` during a refetch: no page is requested during it, so the end of the list has to check again afterwards.
  const next = query.isFetching ? 'loading' : query.isFetchNextPageError ? 'failed' : 'yes';
  return {
    list: query.data?.pages.flatMap((page) => page.list as ItemOf<C>[]),
    first: query.data?.pages[0] as DataOf<C> | undefined,
    changing: query.isPlaceholderData,
    error: query.data === undefined ? (query.error ?? availability.error) : null,
    more: query.hasNextPage ? next : 'end',
    loadMore: () => {
      if (query.hasNextPage && !query.isFetching) void query.fetchNextPage();
    },
    retry: () => (availability.error ? void session.start() : void query.refetch(JOIN_RUNNING)),
  };
}
