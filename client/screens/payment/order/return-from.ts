import { goTo } from '../../../features/navigation/screen-link/screen-navigation.ts';
import { toast } from '../../../notices.ts';
import { departureFor, entryKey, forgetDeparture, stepsBack } from './return-way.ts';

/** Long enough to read that it has worked. */
const READ_MS = 1200;
/** A history that did not move by then won't any more. */
const PATIENCE_MS = 1500;

/** Tells of the success and leads back to the page that wanted the coins; the returned function stops it. */
export function returnFrom(orderId: string, back: string): () => void {
  const departure = departureFor(orderId);
  toast('充值成功');
  let timer = setTimeout(() => {
    forgetDeparture();
    const steps = stepsBack(departure, { length: history.length, entry: entryKey() });
    const open = () => goTo(back, { replace: true });
    if (steps === null) return open();
    history.go(steps);
    timer = setTimeout(open, PATIENCE_MS);
  }, READ_MS);
  return () => clearTimeout(timer);
}
