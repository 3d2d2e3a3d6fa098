import { platformOf } from '../../runtime/session/platform.ts';

export type Scene = 'pc' | 'mobile' | 'wechat';

/** Where the page is open, which decides how one can pay. */
export function sceneOf({ userAgent, maxTouchPoints }: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): Scene {
  if (/MicroMessenger/i.test(userAgent)) return 'wechat';
  return platformOf(userAgent, maxTouchPoints) === 'pc' ? 'pc' : 'mobile';
}
