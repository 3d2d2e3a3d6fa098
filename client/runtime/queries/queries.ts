import { type Query, QueryClient, type QueryKey, useQuery } from '@tanstack/react-query';
import type { Call, DataOf, InputOf } from '#contract/call';
import type { UserInfo } from '#contract/shapes';
import { useClientState } from '../../state.ts';
import { ask, Refused } from '../ask.ts';
import { session } from '../browser.ts';
import { BLOCK_MS, DuplicateRequest } from '../send/duplicate-block.ts';
import { useAudience } from './audience.ts';

export const FRESH_MS = 60_000;

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

/** Whoever asks while an answer is on its way waits for that one: a second call would be blocked as a duplicate. */
export const JOIN = { cancelRefetch: false };

/** What a screen shows of a call: its data, or why there is none and how to try again. */
export type Asked<Data> = { data: Data | undefined; error: Error | null; retry(): void };

export type CallOptions = {
  /** An answer older than this is shown at once and asked for again behind it. */
  staleMs?: number;
  /** Codes that the screen itself explains: the reader is told of them there alone. */
  expected?: readonly number[];
};

/**
 * The keys, as their queries hold them, of what is being asked for anew without an act of the reader: that is as silent
 * as a prefetch. All else is shown as it goes: under way, slow, failed.
 */
export const unasked = new Set<QueryKey>();

/** Makes a call once what it needs is there: a session, where the contract says so. */
export function useCall<C extends Call>(
  call: C,
  wanted?: InputOf<C>,
  { staleMs = FRESH_MS, expected }: CallOptions = {},
): Asked<DataOf<C>> {
  const wait = useSessionWait(call);
  const payload = useAudience(call, wanted);
  const query = useQuery({
    queryKey: [call.path, payload ?? null],
    enabled: wait.ready,
    staleTime: staleMs,
    meta: { who: call.who },
    queryFn: ({ queryKey }) => ask(call, payload, { background: unasked.has(queryKey), expected }),
  });
  return {
    data: query.data,
    error: query.data === undefined ? (query.error ?? wait.error) : null,
    retry: () => (wait.error ? void session.start() : void query.refetch(JOIN)),
  };
}

const NO_SESSION = new Refused({ status: -404, code: -404, message: '暂时连接不上', data: null });

/** Whether a call may go out yet, and why it can't where it never will. */
export function useSessionWait(call: Call): { ready: boolean; error: Error | null } {
  const state = useClientState((client) => client.session);
  if (call.who === 'anyone') return { ready: true, error: null };
  return { ready: state === 'ready', error: state === 'failed' ? NO_SESSION : null };
}

/** What is for the reader has changed: lists are asked for anew, and what is for them no longer is forgotten. */
function audienceChanged(before: UserInfo, now: UserInfo) {
  if (before.adult === now.adult && before.teen === now.teen) return;
  const filters = { predicate: ({ meta }: Query) => meta?.who !== 'anyone' };
  const isStricter = (before.adult && !now.adult) || (!before.teen && now.teen);
  // A call that asked for the reader's age goes on by itself.
  void (isStricter ? queryClient.resetQueries(filters) : queryClient.invalidateQueries(filters, JOIN));
}

useClientState.subscribe((now, before) => {
  if (before.userInfo && now.userInfo?.id === before.userInfo.id) audienceChanged(before.userInfo, now.userInfo);
  // Another reader than before: what was said to that one is not for this one.
  if (before.userInfo && now.userInfo?.id !== before.userInfo.id) {
    const theirs = { predicate: ({ meta }: Query) => meta?.who !== 'anyone' };
    if (now.userInfo) void queryClient.resetQueries(theirs);
    // There is no session yet to ask anew with.
    else for (const query of queryClient.getQueryCache().findAll(theirs)) query.reset();
  }
  // What the lost session was refused, the new one may be given.
  if (now.session === 'ready' && before.session !== 'ready') {
    void queryClient.resetQueries({
      predicate: ({ state, meta }) => state.status === 'error' && meta?.who !== 'anyone',
    });
  }
});
