import { useFilter } from '../../parts/filter.ts';
import { Select } from '../../parts/select.tsx';
import { timeText } from '../../parts/time.ts';

const MOST_MONTHS = 36;

/** The months of Shanghai up to now, the latest first. */
function latestMonths(): string[] {
  const [year = 0, month = 0] = timeText(new Date().toISOString()).split('-').map(Number);
  return Array.from({ length: MOST_MONTHS }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  );
}

/** The month of the filter in the address; default: the current one. */
export function monthOf(get: (name: string) => string): string {
  const months = latestMonths();
  return months.includes(get('month')) ? get('month') : (months[0] ?? '');
}

export function MonthSelect() {
  const { get, set } = useFilter();
  return (
    <div className="w-44">
      <Select
        label="月份"
        value={monthOf(get)}
        options={latestMonths().map((each) => [each, each])}
        onChange={({ target }) => set('month', target.value)}
      />
    </div>
  );
}
