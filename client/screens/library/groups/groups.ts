import { useQuery } from '@tanstack/react-query';
import { groups } from '#contract/calls/groups';
import { queryClient, useCall } from '../../../runtime/queries/queries.ts';
import { request } from '../../../runtime/request.ts';
import { batches } from '../../../runtime/send/undoable.ts';
import { type Group, sumChosen } from './choosing.ts';

/** The reader's own groups; undefined while they load, and if they could not be loaded. */
export function useGroups(): { list: readonly Group[] | undefined; isLoading: boolean } {
  const { data, error } = useCall(groups, {}, { background: true, staleMs: 0 });
  return { list: data?.list, isLoading: !data && !error };
}

/** The groups, with how many of these comics are in each. */
export function useChosenGroups(comicIds: readonly number[]) {
  return useQuery({
    queryKey: [groups.path, 'chosen', comicIds],
    staleTime: 0,
    queryFn: async () => sumChosen(await listBatches(comicIds)),
    meta: { who: groups.who },
  });
}

async function listBatches(comicIds: readonly number[]): Promise<Group[][]> {
  const answers: Group[][] = [];
  for (const batch of batches(comicIds)) answers.push((await request(groups, { comicIds: batch })).list);
  return answers;
}

export function refetchGroups(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [groups.path] });
}
