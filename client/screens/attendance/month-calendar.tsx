import { useState } from 'react';
import { IconButton } from '../../../ui/button.tsx';
import { ForwardIcon } from '../../../ui/icons.tsx';
import { BackIcon } from '../../../ui/screen-icons.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { shanghaiToday } from '../../features/text/format/shanghai-day.ts';
import { DayCell } from './day-cell.tsx';
import { monthAway, monthText, weeksOf } from './month.ts';
import { RepairSheet } from './repair-sheet.tsx';
import { type Attendance, useMonth } from './use-attendance.ts';

const WEEKDAYS = ['一', '二', '三', '四', '五', '六', '日'];

/** A month of days from Monday to Sunday, with a button to the months before. Its size does not depend on the answer. */
export function MonthCalendar({ current }: { current: Attendance | undefined }) {
  const thisMonth = current?.month ?? shanghaiToday().slice(0, 7);
  const [away, setAway] = useState(0);
  const month = monthAway(thisMonth, -away);
  const { data, error, retry } = useMonth(away === 0 ? null : month);
  const [repairing, setRepairing] = useState<string | null>(null);
  // An answer from before midnight may be that of the month before.
  const days = new Map(data?.days.map((day) => [day.date, day]));
  return (
    <section aria-label="签到日历" className="mt-6">
      <MonthSwitch
        month={month}
        onEarlier={month > (current?.firstMonth ?? month) ? () => setAway(away + 1) : undefined}
        onLater={away > 0 ? () => setAway(away - 1) : undefined}
      />
      <DaysTable month={month} days={days} onRepair={setRepairing} />
      {error && (
        <p role="alert" className="flex flex-wrap items-center justify-center text-sm text-soft">
          这个月的签到没有取到
          <TextButton onClick={retry}>重试</TextButton>
        </p>
      )}
      {repairing && data && (
        <RepairSheet
          date={repairing}
          data={data}
          month={away === 0 ? null : month}
          onClose={() => setRepairing(null)}
        />
      )}
    </section>
  );
}

type MonthSwitchProps = {
  month: string;
  /** Undefined in the first month. */
  onEarlier: (() => void) | undefined;
  /** Undefined in the current month. */
  onLater: (() => void) | undefined;
};

function MonthSwitch({ month, onEarlier, onLater }: MonthSwitchProps) {
  return (
    <div className="flex items-center justify-between">
      <IconButton label="上个月" className="disabled:opacity-50" disabled={!onEarlier} onClick={onEarlier}>
        <BackIcon />
      </IconButton>
      <h2 aria-live="polite" className="font-medium">
        {monthText(month)}
      </h2>
      <IconButton label="下个月" className="disabled:opacity-50" disabled={!onLater} onClick={onLater}>
        <ForwardIcon />
      </IconButton>
    </div>
  );
}

type DaysTableProps = {
  month: string;
  days: ReadonlyMap<string, Attendance['days'][number]>;
  onRepair(date: string): void;
};

function DaysTable({ month, days, onRepair }: DaysTableProps) {
  return (
    <table className="-mx-2.5 w-[calc(100%+20px)] table-fixed border-collapse text-center">
      <thead>
        <tr>
          {WEEKDAYS.map((name) => (
            <th key={name} scope="col" abbr={`星期${name}`} className="h-8 text-xs font-medium text-soft">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week, row) => (
          <tr key={week.find(Boolean) ?? row}>
            {week.map((date, column) => (
              <td key={WEEKDAYS[column]} className="h-14">
                {date && <DayCell date={date} day={days.get(date)} onRepair={() => onRepair(date)} />}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
