import type { QueryKey } from '@tanstack/react-query';
import type { FirstAnswer, FirstAnswers } from '#contract/first-answers';
import { queryClient } from '../runtime/queries/queries.ts';
import { setFirstState } from '../state.ts';

/** Makes the answers the data of the first render. Returns their keys. */
export function showFirstAnswers({ banners, answers }: FirstAnswers): QueryKey[] {
  setFirstState({ topBanner: banners?.['1'] ?? [], bannerList: banners ?? {}, bannersSettled: banners !== null });
  return answers.map((answer) => {
    const key = keyOf(answer);
    queryClient.setQueryData(key, answer.list ? { pages: [answer.data], pageParams: [null] } : answer.data);
    return key;
  });
}

/** The key that `useCall` and `useEndless` make. */
function keyOf({ path, input, list }: FirstAnswer): QueryKey {
  return list ? [path, 'list', input ?? {}] : [path, input];
}
