import { type Query, QueryClient, type QueryKey, useQuery } from '@tanstack/react-query';
import { useLayoutEffect } from 'react';
import type { Call, DataOf, InputOf } from '#contract/call';
import type { UserInfo } from '#contract/shapes';
import { useClientState } from '../../state.ts';
import { session } from '../browser.ts';
import { CallError, request } from '../request.ts';
import { BLOCK_MS, DuplicateRequest } from '../send/duplicate-block.ts';
import { NO_SESSION } from '../send/exchange.ts';
import { useAudience } from './audience.ts';

export const FRESH_MS = 60_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // A query that is paused while offline would show its skeleton forever. It must fail instead.
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

/** Joins a running fetch instead of starting another one, which would be blocked as a duplicate. */
export const JOIN_RUNNING = { cancelRefetch: false };

/** The state of a call for a screen: its data, or the error and how to retry. */
export type CallState<Data> = { data: Data | undefined; error: Error | null; retry(): void };

export type CallOptions = {
  /** An answer older than this is shown at once and refetched in the background. */
  staleMs?: number;
  /** Codes whose message the screen shows itself, so that no toast is shown. */
  expected?: readonly number[];
  /** Makes no call. */
  skip?: boolean;
  /** Nobody waits for the answer: no loading sign, no offer to cancel and no toast. */
  background?: boolean;
};

/**
 * The query keys of refetches that the reader has not caused: these show no loading sign, no offer to cancel and no
 * toast. The keys are compared by identity.
 */
export const silentRefetches = new Set<QueryKey>();

/** Makes a call as soon as it has the session that the contract demands. */
export function useCall<C extends Call>(
  call: C,
  input?: InputOf<C>,
  { staleMs = FRESH_MS, expected, skip = false, background = false }: CallOptions = {},
): CallState<DataOf<C>> {
  const availability = useCallAvailability(call);
  const payload = useAudience(call, input);
  const query = useQuery({
    queryKey: [call.path, payload ?? null],
    enabled: availability.ready && !skip,
    staleTime: staleMs,
    meta: { who: call.who },
    queryFn: ({ queryKey }) =>
      request(call, payload, { background: background || silentRefetches.has(queryKey), expected }),
  });
  return {
    data: query.data,
    error: query.data === undefined && !skip ? (query.error ?? availability.error) : null,
    retry: () => (availability.error ? void session.start() : void query.refetch(JOIN_RUNNING)),
  };
}

const noSession = new CallError(NO_SESSION);

/** Whether a call may be sent yet, or the error where there is no session to send it with. */
export function useCallAvailability(call: Call): { ready: boolean; error: Error | null } {
  const state = useClientState((client) => client.session);
  const needsSession = call.who !== 'anyone';
  // A screen that is opened starts the session again if its start has failed; before it is painted, so that the error does not flash.
  useLayoutEffect(() => {
    if (needsSession && useClientState.getState().session === 'failed') void session.start();
  }, [needsSession]);
  if (!needsSession) return { ready: true, error: null };
  return { ready: state === 'ready', error: state === 'failed' ? noSession : null };
}

/** Refetches after a change of age confirmation or 未成年人模式; when it became stricter, old data is dropped first. */
function audienceChanged(before: UserInfo, now: UserInfo) {
  if (before.adult === now.adult && before.teen === now.teen) return;
  const filters = { predicate: ({ meta }: Query) => meta?.who !== 'anyone' };
  const isStricter = (before.adult && !now.adult) || (!before.teen && now.teen);
  // A call that was waiting for the age dialog is repeated by `send` and must not be cancelled.
  void (isStricter ? queryClient.resetQueries(filters) : queryClient.invalidateQueries(filters, JOIN_RUNNING));
}

useClientState.subscribe((now, before) => {
  if (before.userInfo && now.userInfo?.id === before.userInfo.id) audienceChanged(before.userInfo, now.userInfo);
  // After a change of the reader, the answers of the previous one are dropped.
  if (before.userInfo && now.userInfo?.id !== before.userInfo.id) {
    const theirs = { predicate: ({ meta }: Query) => meta?.who !== 'anyone' };
    if (now.userInfo) void queryClient.resetQueries(theirs);
    // There is no session yet to refetch with.
    else for (const query of queryClient.getQueryCache().findAll(theirs)) query.reset();
  }
  // Calls that were refused to the lost session may be allowed to the new one.
  if (now.session === 'ready' && before.session !== 'ready') {
    void queryClient.resetQueries({
      predicate: ({ state, meta }) => state.status === 'error' && meta?.who !== 'anyone',
    });
  }
});
