import type { DataOf } from '#contract/call';
import { gift } from '#contract/calls/rewards';
import { queryClient } from '../../../runtime/queries/queries.ts';
import { request } from '../../../runtime/request.ts';
import { retryWhileBlocked } from '../../../runtime/send/retry-while-blocked.ts';
import type { SendOptions } from '../../../runtime/send/send.ts';

export type Gift = DataOf<typeof gift>['gifts'][number];

/** The query of the reader's gifts. */
const KEY = [gift.path, {}];

/** Claims one gift or all. Repeating a claim is harmless: each gift is granted once. */
export async function claimGift(which: number | 'all', options?: SendOptions): Promise<DataOf<typeof gift>> {
  try {
    const data = await retryWhileBlocked(() => request(gift, { claim: which }, options));
    queryClient.setQueryData(KEY, data);
    return data;
  } catch (error) {
    // If the answer was lost, only the list shows whether it was granted.
    void queryClient.invalidateQueries({ queryKey: KEY });
    throw error;
  }
}
