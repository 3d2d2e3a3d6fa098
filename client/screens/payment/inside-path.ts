import { isScreenPath, paths } from '../../paths.ts';

/** The path to return to, if it is one of this app and not the cashier; else 我的. */
export function insidePath(to: string | null): string {
  return to?.startsWith('/') && isScreenPath(to) && !to.startsWith(paths.payment) ? to : paths.my;
}
