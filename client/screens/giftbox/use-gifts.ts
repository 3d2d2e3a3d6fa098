import { useEffect, useReducer, useRef, useState } from 'react';
import type { DataOf } from '#contract/call';
import { gift } from '#contract/calls/rewards';
import { forgetBalances } from '../../features/buying/chapters/forget-balances.ts';
import { useAssetNames } from '../../features/buying/chapters/use-asset-names.ts';
import { claimGift } from '../../features/buying/gifts/claim-gift.ts';
import { rewardText } from '../../features/buying/reward-words/reward-text.ts';
import { useMoment } from '../../features/text/countdown/use-moment.ts';
import { toast } from '../../notices.ts';
import { session } from '../../runtime/browser.ts';
import { serverNow } from '../../runtime/clock/server-clock.ts';
import { useCall } from '../../runtime/queries/queries.ts';
import { CallError } from '../../runtime/request.ts';
import { useClientState } from '../../state.ts';
import { groupGifts, nextChange, totalOf } from './gift-groups.ts';

/** The reader's gifts, by their current state. */
export function useGifts() {
  const { data, error, retry } = useCall(gift, {}, { staleMs: 0 });
  const gifts = data?.gifts ?? [];
  const now = serverNow();
  const [, render] = useReducer((count: number) => count + 1, 0);
  useMoment(nextChange(gifts, now), render);
  useNewGifts(retry);
  useClaimedBalance(data);
  return { groups: data && groupGifts(gifts, now), error, retry };
}

/** Refetches when the profile reports a gift that could not be claimed before, as after a phone was bound. */
function useNewGifts(refetch: () => void) {
  const count = useClientState(({ userInfo }) => userInfo?.unread.gift);
  const known = useRef(count);
  const latestRefetch = useRef(refetch);
  latestRefetch.current = refetch;
  useEffect(() => {
    if (known.current !== undefined && count !== known.current) latestRefetch.current();
    known.current = count;
  }, [count]);
}

/** A claimed gift is in the balance, also if the answer to the claim itself was lost. */
function useClaimedBalance(data: DataOf<typeof gift> | undefined) {
  const claimed = data?.gifts.filter(({ claimedAt }) => claimedAt !== null).length;
  const known = useRef(claimed);
  useEffect(() => {
    if (known.current !== undefined && claimed !== known.current) {
      void session.refetchProfile();
      forgetBalances();
    }
    known.current = claimed;
  }, [claimed]);
}

type Claim = number | 'all';

/** Claims one gift or all, one claim at a time. */
export function useClaim() {
  const { bonus: bonusName } = useAssetNames();
  const [busy, setBusy] = useState<Claim | null>(null);
  const claim = async (which: Claim) => {
    setBusy(which);
    try {
      const data = await claimGift(which);
      const text = rewardText(totalOf(data.gifts, data.claimed), bonusName);
      toast(text ? `已领取 ${text}` : '没有可领的礼包了');
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
    } finally {
      setBusy(null);
    }
  };
  return { busy, claim: (which: Claim) => void claim(which) };
}
