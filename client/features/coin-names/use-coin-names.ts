import { useClientState } from '../../state.ts';

/** What this site calls the credits that are bought, and those that are given. */
export function useCoinNames(): { coins: string; bonus: string } {
  const coin = useClientState(({ config }) => config?.coin);
  return { coins: coin?.name || '漫币', bonus: coin?.bonusName || '赠币' };
}
