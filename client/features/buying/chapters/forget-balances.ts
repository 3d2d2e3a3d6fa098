import { userAutoBuys } from '#contract/calls/account';
import { chapterVerify, comicChapters, comicInfo, comicQuote } from '#contract/calls/comic';
import { shelf } from '#contract/calls/library';
import { payLog } from '#contract/calls/wallet';
import { queryClient } from '../../../runtime/queries/queries.ts';

/** Marks answers with balances or owned chapters as stale, so that they are fetched again when they are next shown. */
export function forgetBalances() {
  for (const { path } of [chapterVerify, comicQuote, payLog, shelf, userAutoBuys]) {
    void queryClient.invalidateQueries({ queryKey: [path] });
  }
}

/** The same, and also for answers that contain the open chapters, because 月卡 changes them. */
export function forgetOpenChapters() {
  for (const { path } of [comicInfo, comicChapters, chapterVerify]) {
    void queryClient.invalidateQueries({ queryKey: [path] });
  }
}
