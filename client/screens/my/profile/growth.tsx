import type { DataOf } from '#contract/call';
import type { userDetail } from '#contract/calls/account';
import { useAssetNames } from '../../../features/unlock/use-asset-names.ts';
import { DownIcon } from '../../../ui/screen-icons.tsx';
import { benefitText, growthText } from './growth-text.ts';

type GrowthProps = { growth: DataOf<typeof userDetail>['growth'] | undefined; grade: string };

/** The points towards the next grade and what it brings; opened, how points are earned. */
export function Growth({ growth, grade }: GrowthProps) {
  const { bonus } = useAssetNames();
  const share = !growth ? 0 : growth.nextAt === null ? 1 : Math.min(1, growth.points / growth.nextAt);
  return (
    <details className="group mt-4">
      <summary className="block min-h-14 pt-1 text-xs text-soft [&::-webkit-details-marker]:hidden">
        <span className="block h-1 overflow-hidden rounded-full bg-sunken">
          <span className="block h-full bg-accent" style={{ width: `${share * 100}%` }} />
        </span>
        <span className="mt-1 flex items-center justify-between gap-2">
          {growthText(growth)}
          <DownIcon className="size-4 shrink-0 group-open:rotate-180" />
        </span>
        <span className="block min-h-4 max-[380px]:min-h-8">{growth && benefitText(growth, grade, bonus)}</span>
      </summary>
      <p className="text-xs text-soft">
        读完一话得 1 点成长值，签到一次得 5 点，充值 1 元得 100 点。成长值到了就升级，签到得到的{bonus}随等级增加。
      </p>
    </details>
  );
}
