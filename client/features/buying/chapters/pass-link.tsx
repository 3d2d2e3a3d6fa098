import { passPath } from '../../../paths.ts';
import { ScreenLink } from '../../navigation/screen-link/screen-link.tsx';

/** Leads to the sale of 月卡, if it would open the chapter. */
export function PassLink({ back }: { back: string }) {
  return (
    <ScreenLink to={passPath(back)} className="inline-flex min-h-11 items-center text-sm text-accent">
      开通月卡来读
    </ScreenLink>
  );
}
