import { type RewardKind, RewardPicture } from '../../../ui/reward-pictures.tsx';
import { CheckIcon } from '../../../ui/screen-icons.tsx';
import { useAssetNames } from '../../features/buying/chapters/use-asset-names.ts';
import { type Reward, rewardText } from '../../features/buying/reward-words/reward-text.ts';
import { type Attendance, useCycle } from './use-attendance.ts';

/** The reward of each day of the cycle, and the reader's progress in it. */
export function CycleStrip({ data, isSigned }: { data: Attendance; isSigned: boolean }) {
  const { bonus } = useAssetNames();
  const { cycle, done, today } = useCycle(data, isSigned);
  return (
    <section aria-label="连续签到的奖励" className="mt-6">
      <h2 className="text-sm text-soft">连续签到的奖励</h2>
      <ol className="-mx-0.5 mt-1 grid grid-cols-7 gap-y-2">
        {cycle.map((reward, day) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a day of the cycle is its place.
            key={day}
            aria-current={day === today ? 'date' : undefined}
            className="min-w-0 px-0.5 text-center text-xs text-soft aria-[current=date]:font-medium aria-[current=date]:text-ink"
          >
            <span
              className={`flex h-16 flex-col items-center justify-center gap-1.5 rounded-lg ${day < done ? 'bg-tint text-on-tint' : 'bg-sunken'}`}
            >
              <Brings reward={reward} isDone={day < done} />
              <span className="sr-only">
                {rewardText(reward, bonus)}
                {day < done && '，已得'}
              </span>
            </span>
            {day === today ? '今天' : `第${day + 1}天`}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The parts of a reward, each with its picture, one above the other. */
function Brings({ reward: { bonus, tickets }, isDone }: { reward: Reward; isDone: boolean }) {
  const parts: { kind: RewardKind; count: number }[] = [
    ...(tickets === 0 || bonus > 0 ? [{ kind: 'bonus' as const, count: bonus }] : []),
    ...(tickets > 0 ? [{ kind: 'tickets' as const, count: tickets }] : []),
  ];
  return (
    <>
      {isDone && <CheckIcon className="size-4" />}
      {parts.map(({ kind, count }) => (
        <span
          key={kind}
          aria-hidden
          className={`flex items-center gap-1.5 leading-none ${parts.length === 1 ? 'flex-col' : ''}`}
        >
          {!isDone && <RewardPicture kind={kind} className={parts.length === 1 ? 'size-5' : 'size-3.5'} />}+{count}
        </span>
      ))}
    </>
  );
}
