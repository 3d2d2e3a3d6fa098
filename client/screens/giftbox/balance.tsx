import { useAssetNames } from '../../features/buying/chapters/use-asset-names.ts';
import { useClientState } from '../../state.ts';

/** The balances of the reader in the assets that gifts contain. */
export function Balance() {
  const user = useClientState((state) => state.userInfo);
  const { bonus } = useAssetNames();
  return (
    <dl className="mt-4 grid h-16 grid-cols-2 rounded-2xl bg-sunken py-2 text-center" aria-label="我的余额">
      <Figure name={bonus} value={user?.bonus} />
      <Figure name="阅读券" value={user?.tickets} />
    </dl>
  );
}

function Figure({ name, value }: { name: string; value: number | undefined }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-xs text-soft">{name}</dt>
      <dd className="text-lg font-semibold">{value ?? '–'}</dd>
    </div>
  );
}
