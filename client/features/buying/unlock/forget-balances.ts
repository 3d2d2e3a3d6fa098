import { userAutoBuys } from '#contract/calls/account';
import { chapterVerify, comicQuote } from '#contract/calls/comic';
import { shelf } from '#contract/calls/library';
import { payLog } from '#contract/calls/wallet';
import { queryClient } from '../../../runtime/queries/queries.ts';

/** Fetches again, when it is next shown, what tells of balances or of what is owned. */
export function forgetBalances() {
  for (const { path } of [chapterVerify, comicQuote, payLog, shelf, userAutoBuys]) {
    void queryClient.invalidateQueries({ queryKey: [path] });
  }
}
