import { type RewardKind, RewardPicture } from '../../../ui/reward-pictures.tsx';
import { useClientState } from '../../state.ts';
import { useAssetNames } from './chapters/use-asset-names.ts';

/** How much the reader has of each of these. */
export function Balances({ kinds }: { kinds: readonly RewardKind[] }) {
  const user = useClientState((state) => state.userInfo);
  const names = useAssetNames();
  return (
    <dl className="flex text-center" aria-label="我的余额">
      {kinds.map((kind) => (
        <div key={kind} className="flex min-w-0 flex-1 flex-col-reverse">
          <dt className="text-xs text-soft">{names[kind]}</dt>
          <dd className="flex items-center justify-center gap-1.5 text-xl font-semibold">
            <RewardPicture kind={kind} />
            {user?.[kind] ?? '–'}
          </dd>
        </div>
      ))}
    </dl>
  );
}
