import { goTo } from '../../../features/navigation/screen-link/screen-navigation.ts';
import { toast } from '../../../notices.ts';
import { departureFor, entryKey, forgetDeparture, stepsBack } from './return-way.ts';

/** Long enough to read that it has worked. */
const READ_MS = 1200;
/** After this time the history will not move any more. */
const PATIENCE_MS = 1500;

/** Shows the success and returns to the screen that the reader came from. The returned function stops it. */
export function returnFrom(orderId: string, back: string, success: string): () => void {
  const departure = departureFor(orderId);
  toast(success);
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
