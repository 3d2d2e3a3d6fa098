import { CheckIcon } from '../../../ui/screen-icons.tsx';
import { useAssetNames } from '../../features/buying/chapters/use-asset-names.ts';
import { type Reward, rewardText } from '../../features/buying/reward-words/reward-text.ts';
import { shortDay } from './month.ts';
import type { AttendanceDay } from './use-attendance.ts';

type DayCellProps = {
  date: string;
  /** Undefined until it is known. */
  day: AttendanceDay | undefined;
  onRepair(): void;
};

/** One day: its number, and below it the reward, or that it can be repaired. */
export function DayCell({ date, day, onRepair }: DayCellProps) {
  const { bonus } = useAssetNames();
  const number = <span aria-hidden>{Number(date.slice(8))}</span>;
  const name = `${shortDay(date)}${day?.today ? '，今天' : ''}`;
  if (day?.repairable) {
    return (
      <button type="button" className={`${BOX} active:opacity-60`} onClick={onRepair}>
        <span className="flex size-11 flex-col items-center justify-center rounded-lg border border-dashed border-warm">
          {number}
          <span aria-hidden className="text-xs leading-none text-warm">
            补
          </span>
        </span>
        <span className="sr-only">补签 {shortDay(date)}</span>
      </button>
    );
  }
  return (
    <div className={BOX} aria-current={day?.today ? 'date' : undefined}>
      <span
        className={`flex size-11 flex-col items-center justify-center rounded-lg ${day?.signed ? 'bg-tint font-medium text-on-tint' : 'text-soft'} ${day?.today ? 'font-medium ring-1 ring-accent' : ''}`}
      >
        {number}
        <span aria-hidden className="flex h-3 items-center text-xs leading-none">
          {day?.signed ? <CheckIcon className="size-3" /> : day && briefly(day.reward)}
        </span>
        <span className="sr-only">{stateOf(name, day, bonus)}</span>
      </span>
    </div>
  );
}

const BOX = 'flex h-14 w-full items-center justify-center text-sm';

function briefly({ bonus, tickets }: Reward): string {
  return `${bonus > 0 ? `+${bonus}` : ''}${tickets > 0 ? '券' : ''}`;
}

function stateOf(name: string, day: AttendanceDay | undefined, bonusName: string): string {
  if (!day) return name;
  if (day.signed) return `${name}，${day.repaired ? '已补签' : '已签到'}`;
  const reward = rewardText(day.reward, bonusName);
  return reward ? `${name}，可得 ${reward}` : `${name}，没有签到`;
}
