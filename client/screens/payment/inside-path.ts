import { isScreenPath, paths } from '../../paths.ts';

/** An address to go back to, if it is one of this app; else 我的. The cashier itself is nowhere to go back to. */
export function insidePath(to: string | null): string {
  return to?.startsWith('/') && isScreenPath(to) && !to.startsWith(paths.payment) ? to : paths.my;
}
