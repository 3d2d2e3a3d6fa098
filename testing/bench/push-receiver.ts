import { type PushBrowser, startPushGateway } from '../gateways/push-gateway.ts';
import { PUSH_ORIGIN } from '../gateways/reach-push.ts';

/** Child process with a push service and browsers. It gets the number of browsers, and `count` to report what they received. */
export type PushReceiverOrders = { siteUrl: string; browsers: number } | 'count';
export type OpenedPushReceiver = { url: string; browsers: Omit<PushBrowser, 'received'>[] };
/** The pushes that each browser received, and the requests in all. */
export type PushCounts = { received: number[]; requests: number };

let report = (): PushCounts => ({ received: [], requests: 0 });

async function open(siteUrl: string, count: number): Promise<OpenedPushReceiver> {
  const gateway = await startPushGateway(siteUrl, PUSH_ORIGIN);
  const browsers = Array.from({ length: count }, () => gateway.subscribe());
  report = () => ({ received: browsers.map(({ received }) => received.length), requests: gateway.requests });
  return { url: gateway.url, browsers: browsers.map(({ received: _received, ...browser }) => browser) };
}

process.on('message', (orders: PushReceiverOrders) => {
  if (orders === 'count') process.send?.(report());
  else void open(orders.siteUrl, orders.browsers).then((opened) => process.send?.(opened));
});
process.once('disconnect', () => process.exit(0));
process.once('SIGTERM', () => process.exit(0));
