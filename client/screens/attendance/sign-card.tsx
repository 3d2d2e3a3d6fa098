import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Drawing } from '../../../ui/drawings/drawing.tsx';
import { CheckIcon } from '../../../ui/screen-icons.tsx';
import { useAssetNames } from '../../features/buying/chapters/use-asset-names.ts';
import { type Reward, rewardText } from '../../features/buying/reward-words/reward-text.ts';
import { type Attendance, type AttendanceDay, useCycle, useSigning } from './use-attendance.ts';
import './burst.css';

/** The streak, and the button that signs today. */
export function SignCard({ data, today }: { data: Attendance; today: AttendanceDay | undefined }) {
  const { bonus } = useAssetNames();
  const [got, setGot] = useState<Reward | null>(null);
  const { busy, refusal, act } = useSigning(({ reward }) => setGot(reward));
  const isSigned = today?.signed ?? false;
  const { tomorrow } = useCycle(data, isSigned);
  const brings = today ? rewardText(today.reward, bonus) : '';
  const next = rewardText(tomorrow, bonus);
  return (
    <section aria-label="今天" className="relative mt-4 flex min-h-48 flex-col rounded-2xl bg-sunken p-4 text-center">
      {got && (
        <span className="absolute top-2 right-1 animate-[rise_200ms]">
          <Drawing name="success" className="h-21 w-28" />
        </span>
      )}
      <p className="text-sm text-soft">已连续签到</p>
      <p className="text-lg font-semibold">
        <span className="text-[2.5rem] leading-[1.2]">{data.streak}</span> 天
      </p>
      <div className="relative mt-2 flex min-h-14 items-center justify-center" role="status">
        {isSigned ? (
          <p className="flex flex-wrap items-center justify-center gap-1.5 text-lg font-medium text-accent">
            <CheckIcon />
            {got ? <span className="animate-[rise_200ms]">签到成功，得到 {rewardText(got, bonus)}</span> : '今天已签到'}
          </p>
        ) : (
          <Button
            className="h-14 w-full max-w-md text-lg"
            disabled={busy}
            onClick={() => void act({ sign: true }, null)}
          >
            签到{brings && `，领 ${brings}`}
          </Button>
        )}
        {isSigned && got && <Burst />}
      </div>
      {refusal && !isSigned ? (
        <p role="alert" className="mt-2 text-sm text-danger">
          {refusal}
        </p>
      ) : (
        <p className="mt-2 text-sm text-soft">{next && `${isSigned ? '明天可得' : '明天再签可得'} ${next}`}</p>
      )}
    </section>
  );
}

const DOTS = Array.from({ length: 12 }, (_, index) => index * 30);

/** A short celebration of one second; hidden with reduced motion. */
function Burst() {
  return (
    <span aria-hidden className="burst">
      {DOTS.map((angle) => (
        <i key={angle} style={{ rotate: `${angle}deg` }} />
      ))}
    </span>
  );
}
