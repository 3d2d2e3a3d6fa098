import { chargeSubmit } from '#contract/calls/wallet';
import { startTestApp, type TestApp } from '../app/app.ts';
import type { TestPlace } from '../app/test-server.ts';
import { signedIn } from '../factories/readers.ts';
import { newRequest } from '../factories/shop.ts';
import { ALIPAY, createFakeAlipay } from '../gateways/alipay.ts';
import { createFakeStripe } from '../gateways/stripe.ts';
import { createFakeWechat } from '../gateways/wechat.ts';
import type { Victim } from './forgeries.ts';

const ORDERS = 3;

/** A site with a stopped clock and unpaid orders at every channel. */
export async function openForgeryStage(place?: TestPlace): Promise<{ site: TestApp; victims: Victim[] }> {
  const now = new Date();
  const clock = () => now;
  const gateways = [
    createFakeAlipay(clock, { ...ALIPAY, products: ['qr'] }),
    createFakeWechat(clock),
    createFakeStripe(clock),
  ];
  const channels = gateways.map(({ channel }) => channel);
  const site = await startTestApp({ ...(place && { place }), now, sandbox: false, channels });
  const { token } = await signedIn(site);
  const victims: Victim[] = [];
  for (const gateway of gateways) {
    const orders: string[] = [];
    while (orders.length < ORDERS) {
      const request = newRequest({ channel: gateway.channel.id, scene: 'pc' });
      orders.push((await site.call(chargeSubmit, request, { token })).data?.orderId ?? '');
    }
    victims.push({ gateway, orders });
  }
  return { site, victims };
}

/** The number of payments in the shop. */
export async function countPayments({ pool }: TestApp): Promise<number> {
  const { rows } = await pool.query<{ count: number }>('select count(*)::int as count from shop.payment');
  return rows[0]?.count ?? Number.NaN;
}
