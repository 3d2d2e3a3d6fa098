import { TabRow } from '../../../features/navigation/tab-row.tsx';
import { TitledScreen } from '../../../features/navigation/titled-screen.tsx';
import { useSearchParams } from '../../../features/navigation/use-search-params.ts';
import { ChargeRecords } from './charge-records.tsx';
import { SpendingRecords } from './spending-records.tsx';

const TABS = [
  { key: 'charge', label: '充值' },
  { key: 'spending', label: '明细' },
] as const;
type Tab = (typeof TABS)[number]['key'];

/** The orders, and every change of the balances. */
export function RecordsScreen() {
  const [address, setAddress] = useSearchParams();
  const tab: Tab = address.get('tab') === 'spending' ? 'spending' : 'charge';
  return (
    <TitledScreen title="账单">
      <div className="page-width border-b border-line">
        <TabRow
          label="看"
          tabs={TABS}
          picked={tab}
          onPick={(next: Tab) => setAddress(next === 'charge' ? {} : { tab: next }, { replace: true })}
        />
      </div>
      {tab === 'charge' ? <ChargeRecords /> : <SpendingRecords />}
    </TitledScreen>
  );
}
