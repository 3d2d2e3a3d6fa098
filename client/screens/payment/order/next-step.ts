import type { NextStep } from '#contract/order-shapes';
import { goTo } from '../../../features/navigation/screen-link/screen-navigation.ts';
import { toast } from '../../../notices.ts';
import { orderPath } from '../../../paths.ts';
import { sceneOf } from '../scene.ts';
import { payInWechat } from './pay-in-wechat.ts';
import { noteDeparture } from './return-way.ts';

type Opened = { orderId: string; next: NextStep; back: string };

/** Shows a new order and takes its next step. The order has its own history entry, so that the browser's Back returns to it. */
export async function openOrder({ orderId, next, back }: Opened): Promise<void> {
  goTo(orderPath(orderId), { replace: false });
  // The router adds the history entry a moment later.
  await new Promise((resolve) => setTimeout(resolve));
  noteDeparture(orderId, back);
  const problem = await takeStep(next, () => location.pathname + location.search !== orderPath(orderId));
  if (problem) toast(problem);
}

/**
 * Opens the payment page or window of the channel; the order itself shows a QR code. Returns a message if that failed. A step
 * that has to wait is dropped once the reader has left the order (`isLeft`).
 */
export async function takeStep(next: NextStep, isLeft: () => boolean): Promise<string | null> {
  if (next.kind === 'qr') return null;
  const isForWechat = next.kind === 'authorize' || next.kind === 'jsapi';
  if (isForWechat && sceneOf(navigator) !== 'wechat') return '这张订单要在微信里付：在微信里打开这一页，或者重新下单。';
  if (next.kind === 'jsapi') return payInWechat(next.params, isLeft);
  if (isWeb(next.url)) leaveFor(next.url);
  return null;
}

function isWeb(url: string): boolean {
  return URL.canParse(url, location.href) && /^https?:$/.test(new URL(url, location.href).protocol);
}

/** WeChat accepts a payment only with the site's origin as the referrer, which no other link of ours sends. */
function leaveFor(url: string) {
  const link = document.createElement('a');
  link.href = url;
  link.referrerPolicy = 'origin';
  document.body.append(link);
  link.click();
  link.remove();
}
