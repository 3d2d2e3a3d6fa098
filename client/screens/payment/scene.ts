import { platformOf } from '../../runtime/session/platform.ts';

export type Scene = 'pc' | 'mobile' | 'wechat';

/** The kind of browser, which decides the payment methods. */
export function sceneOf({ userAgent, maxTouchPoints }: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): Scene {
  if (/MicroMessenger/i.test(userAgent)) return 'wechat';
  return platformOf(userAgent, maxTouchPoints) === 'pc' ? 'pc' : 'mobile';
}
