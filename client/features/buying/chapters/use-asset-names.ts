import { useClientState } from '../../../state.ts';

/** The site's names for its three kinds of credit. */
export type AssetNames = { coins: string; bonus: string; tickets: string };

export function useAssetNames(): AssetNames {
  const coin = useClientState((state) => state.config?.coin);
  return { coins: coin?.name ?? '漫币', bonus: coin?.bonusName ?? '赠币', tickets: '阅读券' };
}
