import { gift } from '#contract/calls/rewards';
import { serverNow } from '../../../runtime/clock/server-clock.ts';
import { useCall } from '../../../runtime/queries/queries.ts';
import { useClientState } from '../../../state.ts';
import type { Gift } from './claim-gift.ts';

const NONE: readonly Gift[] = [];

/** The gifts that a registered reader can claim now; undefined until they are known. A failure shows none. */
export function useOpenGifts(): readonly Gift[] | undefined {
  const hasSome = useClientState(({ userInfo }) => userInfo?.registered === true && userInfo.unread.gift > 0);
  const { data, error } = useCall(gift, {}, { skip: !hasSome, background: true });
  if (!hasSome || error) return NONE;
  return data?.gifts.filter(
    ({ claimedAt, needs, expiresAt }) => claimedAt === null && needs === null && Date.parse(expiresAt) > serverNow(),
  );
}
