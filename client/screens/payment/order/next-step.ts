import type { NextStep } from '#contract/shapes';
import { goTo } from '../../../features/screen-link/screen-navigation.ts';
import { orderPath } from '../../../paths.ts';
import { sceneOf } from '../scene.ts';
import { payInWechat } from './pay-in-wechat.ts';
import { noteDeparture } from './return-way.ts';

type Opened = { orderId: string; next: NextStep; back: string };

/** Shows a new order and takes its next step. The order is an entry of its own, to which the browser's Back returns. */
export async function openOrder({ orderId, next, back }: Opened): Promise<void> {
  goTo(orderPath(orderId), { replace: false });
  // The router puts the entry on top of the history a moment later.
  await new Promise((resolve) => setTimeout(resolve));
  noteDeparture(orderId, back);
  await takeStep(next);
}

/** Leads to where one pays; a code to scan is shown by the order itself. Answers what to tell the reader, if anything. */
export async function takeStep(next: NextStep): Promise<string | null> {
  if (next.kind === 'qr') return null;
  const isForWechat = next.kind === 'authorize' || next.kind === 'jsapi';
  if (isForWechat && sceneOf(navigator) !== 'wechat') return '这张订单要在微信里付：在微信里打开这一页，或者重新下单。';
  if (next.kind === 'jsapi') return payInWechat(next.params);
  if (isWeb(next.url)) leaveFor(next.url);
  return null;
}

function isWeb(url: string): boolean {
  return URL.canParse(url, location.href) && /^https?:$/.test(new URL(url, location.href).protocol);
}

/** WeChat lets nobody pay who does not say from which site they come; our pages tell that nobody else. */
function leaveFor(url: string) {
  const link = document.createElement('a');
  link.href = url;
  link.referrerPolicy = 'origin';
  document.body.append(link);
  link.click();
  link.remove();
}
