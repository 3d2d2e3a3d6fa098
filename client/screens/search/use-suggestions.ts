import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { DataOf } from '#contract/call';
import { keyword } from '#contract/calls/listings';
import { useDebounced } from '../../../ui/use-debounced.ts';
import { useAudience } from '../../runtime/queries/audience.ts';
import { request } from '../../runtime/request.ts';

const PAUSE_MS = 200;

export type Suggestion = DataOf<typeof keyword>['suggestions'][number];

/**
 * Suggestions for the typed text, requested at each pause. Until they arrive, the earlier ones stay, so that the list does not
 * flicker. A late answer is never shown for another text.
 */
export function useSuggestions(typed: string): readonly Suggestion[] {
  const prefix = useDebounced(typed, PAUSE_MS);
  const payload = useAudience(keyword, { prefix });
  const { data } = useQuery({
    queryKey: [keyword.path, payload],
    enabled: typed !== '' && prefix !== '',
    meta: { who: keyword.who },
    placeholderData: keepPreviousData,
    queryFn: () => request(keyword, payload, { background: true }),
  });
  return typed === '' ? [] : (data?.suggestions ?? []);
}
