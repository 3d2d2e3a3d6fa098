import type { DataOf } from '#contract/call';
import type { userDetail } from '#contract/calls/account';
import { ForwardIcon } from '../../../../ui/icons.tsx';
import { useAssetNames } from '../../../features/buying/chapters/use-asset-names.ts';
import { ScreenLink } from '../../../features/navigation/screen-link/screen-link.tsx';
import { paths } from '../../../paths.ts';
import { benefitText, growthText } from './growth-text.ts';

type GrowthProps = { growth: DataOf<typeof userDetail>['growth'] | undefined; grade: string };

/** The points towards the next grade and its benefits, with a link to all grades and the ways to earn points. */
export function Growth({ growth, grade }: GrowthProps) {
  const { bonus } = useAssetNames();
  const progress = growth ? progressOf(growth) : 0;
  return (
    <ScreenLink to={paths.grades} className="mt-3 block min-h-14 pt-1 text-xs text-soft active:opacity-70">
      <span className="block h-1 overflow-hidden rounded-full bg-line">
        <span className="block h-full bg-accent" style={{ width: `${progress * 100}%` }} />
      </span>
      <span className="mt-1 flex items-center justify-between gap-2">
        {growthText(growth)}
        <span className="flex shrink-0 items-center">
          等级说明
          <ForwardIcon className="size-4" />
        </span>
      </span>
      <span className="block min-h-4 max-[380px]:min-h-8">{growth && benefitText(growth, grade, bonus)}</span>
    </ScreenLink>
  );
}

/** From 0 to 1, towards the next grade; 1 at the highest grade. */
function progressOf({ points, nextAt }: NonNullable<GrowthProps['growth']>): number {
  return nextAt === null ? 1 : Math.min(1, points / nextAt);
}
