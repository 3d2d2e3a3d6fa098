import { type Query, QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { DataOf, InputOf } from '#contract/call';
import { sessionLost } from '#contract/codes';
import { me, openLink } from '#contract/console/session';
import type { StaffCall } from '#contract/console/staff-call';
import { Refused, request } from './request.ts';
import { noteSession, useSessionEnded } from './session-ended.ts';

export type Me = DataOf<typeof me>;

/** `always`: by default a call without a network waits in silence. */
const OPTIONS = { networkMode: 'always', retry: false } as const;

export const queryClient = new QueryClient({
  defaultOptions: { queries: { ...OPTIONS, staleTime: 10_000, refetchOnReconnect: true }, mutations: OPTIONS },
});

export function useAnswer<C extends StaffCall>(call: C, payload: InputOf<C>) {
  return useQuery({ queryKey: [call.path, payload], queryFn: () => request(call, payload) });
}

/** A call that changes something. The pages that show it are fetched again. */
export function useChange<C extends StaffCall>(call: C, onDone?: (data: DataOf<C>) => void) {
  const client = useQueryClient();
  return useMutation<DataOf<C>, Error, InputOf<C>>({
    mutationFn: (payload) => request(call, payload),
    onSuccess(data) {
      // A one-time link can't be opened again.
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== openLink.path });
      onDone?.(data);
    },
  });
}

/** The person who is logged in; null without a login. */
export function useMe() {
  return useQuery<Me | null>({
    queryKey: [me.path],
    async queryFn() {
      try {
        const person = await request(me, {});
        noteSession(person);
        return person;
      } catch (error) {
        if (error instanceof Refused && error.code === sessionLost) return null;
        throw error;
      }
    },
  });
}

const OF_PAGES = { predicate: ({ queryKey }: Query) => queryKey[0] !== me.path };

/** The person has logged in. If their own session had ended, the pages keep their answers and the typed text. */
export function enter(person: Me): void {
  if (useSessionEnded.getState().last?.id === person.id) void queryClient.invalidateQueries(OF_PAGES);
  else queryClient.removeQueries(OF_PAGES);
  queryClient.setQueryData([me.path], person);
  noteSession(person);
}

export function leave(): void {
  queryClient.removeQueries(OF_PAGES);
  queryClient.setQueryData([me.path], null);
  noteSession(null);
}
