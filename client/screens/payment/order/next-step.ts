import type { NextStep } from '#contract/shapes';
import { goTo } from '../../../features/screen-link/screen-navigation.ts';
import { orderPath } from '../../../paths.ts';
import { noteDeparture } from './return-way.ts';

type Opened = { orderId: string; next: NextStep; back: string };

/** Shows a new order and takes its next step. The order is an entry of its own, to which the browser's Back returns. */
export async function openOrder({ orderId, next, back }: Opened): Promise<void> {
  goTo(orderPath(orderId), { replace: false });
  // The router puts the entry on top of the history a moment later.
  await new Promise((resolve) => setTimeout(resolve));
  noteDeparture(orderId, back);
  takeStep(next);
}

/** Leads to where one pays; a code to scan is shown by the order itself. */
export function takeStep(next: NextStep) {
  if (next.kind === 'redirect' && isWeb(next.url)) location.assign(next.url);
  if (next.kind === 'form' && isWeb(next.action)) submitForm(next.action, next.fields);
  if (next.kind === 'jsapi') payInWechat(next.params);
}

function isWeb(url: string): boolean {
  return URL.canParse(url, location.href) && /^https?:$/.test(new URL(url, location.href).protocol);
}

function submitForm(action: string, fields: Readonly<Record<string, string>>) {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = action;
  for (const [name, value] of Object.entries(fields)) {
    const field = document.createElement('input');
    field.type = 'hidden';
    field.name = name;
    field.value = value;
    form.append(field);
  }
  document.body.append(form);
  form.submit();
  form.remove();
}

type Bridge = { invoke(name: string, params: Readonly<Record<string, string>>, done: () => void): void };

/** WeChat's browser brings a script of its own; what became of the payment is asked of our server, not of it. */
function payInWechat(params: Readonly<Record<string, string>>) {
  const pay = () => bridge()?.invoke('getBrandWCPayRequest', params, () => undefined);
  if (bridge()) pay();
  else document.addEventListener('WeixinJSBridgeReady', pay, { once: true });
}

function bridge(): Bridge | undefined {
  // The edge of the typed world: the object is WeChat's.
  return Reflect.get(window, 'WeixinJSBridge') as Bridge | undefined;
}
