import { keepPreviousData, QueryClient, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Call, DataOf, InputOf } from '#contract/call';
import { useClientState } from '../state.ts';
import { ask, Refused } from './ask.ts';
import { BLOCK_MS, DuplicateRequest } from './duplicate-block.ts';
import { session } from './live.ts';

const FRESH_MS = 60_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Offline is an answer too: a paused query would show its skeleton for ever.
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: FRESH_MS,
      // A hidden listing keeps its data as long as the app lives.
      gcTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      retry: (count, error) => error instanceof DuplicateRequest && count < 2,
      retryDelay: BLOCK_MS,
    },
  },
});

/** What a screen shows of a call: its data, or why there is none and how to try again. */
export type Asked<Data> = { data: Data | undefined; error: Error | null; retry(): void };

export type CallOptions = {
  /** An answer older than this is shown at once and asked for again behind it. */
  staleMs?: number;
  /** For what a screen can do without: the reader hears nothing of its failing. */
  background?: boolean;
};

/** Makes a call once what it needs is there: a session, where the contract says so. */
export function useCall<C extends Call>(
  call: C,
  payload?: InputOf<C>,
  { staleMs = FRESH_MS, background = false }: CallOptions = {},
): Asked<DataOf<C>> {
  const wait = useSessionWait(call);
  const queryKey = [call.path, payload ?? null];
  const query = useQuery({
    queryKey,
    enabled: wait.ready,
    staleTime: staleMs,
    queryFn: () => ask(call, payload, { background: background || queryClient.getQueryData(queryKey) !== undefined }),
  });
  return {
    data: query.data,
    error: query.data === undefined ? (query.error ?? wait.error) : null,
    retry: () => (wait.error ? void session.start() : void query.refetch()),
  };
}

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
export function useEndless<C extends Call>(call: C, filter: Partial<InputOf<C>> = {}): AskedList<ItemOf<C>, DataOf<C>> {
  const wait = useSessionWait(call);
  const queryKey = [call.path, 'list', filter];
  const query = useInfiniteQuery({
    queryKey,
    enabled: wait.ready,
    initialPageParam: null as string | null,
    placeholderData: keepPreviousData,
    staleTime: 10 * FRESH_MS,
    queryFn: async ({ pageParam }) => {
      const cursor = pageParam === null ? {} : { cursor: pageParam };
      const payload = { ...filter, ...cursor };
      const first = pageParam === null && queryClient.getQueryData(queryKey) === undefined;
      // The lists of the contract share their paging fields, which the compiler can't see through `C`.
      const asked = Object.keys(payload).length === 0 ? undefined : (payload as InputOf<C>);
      return (await ask(call, asked, { background: !first })) as ListData;
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
    retry: () => (wait.error ? void session.start() : void query.refetch()),
  };
}

const NO_SESSION = new Refused({ status: -404, code: -404, message: '暂时连接不上', data: null });

function useSessionWait(call: Call): { ready: boolean; error: Error | null } {
  const state = useClientState((client) => client.session);
  if (call.who === 'anyone') return { ready: true, error: null };
  return { ready: state === 'ready', error: state === 'failed' ? NO_SESSION : null };
}

// What the lost session was refused, the new one may be given.
useClientState.subscribe((now, before) => {
  if (now.session === 'ready' && before.session !== 'ready') {
    void queryClient.resetQueries({ predicate: (query) => query.state.status === 'error' });
  }
});
