import { startMailServer } from '../gateways/mail-server.ts';
import { type PushBrowser, startPushGateway } from '../gateways/push-gateway.ts';
import { PUSH_ORIGIN } from '../gateways/reach-push.ts';

/** Child process with a push service, its browsers, and a mail server. `count` reports the number of received messages. */
export type ReceiverOrders = { siteUrl: string; browsers: number } | 'count';
export type OpenedReceiver = { url: string; browsers: Omit<PushBrowser, 'received'>[]; mailPort: number };
/** The pushes that each browser received, the requests of pushes in all, and the addresses of the mails to readers. */
export type ReceivedCounts = { received: number[]; requests: number; mailedTo: string[] };

let report = (): ReceivedCounts => ({ received: [], requests: 0, mailedTo: [] });

async function open(siteUrl: string, count: number): Promise<OpenedReceiver> {
  const gateway = await startPushGateway(siteUrl, PUSH_ORIGIN);
  const mail = await startMailServer({ secure: false });
  const browsers = Array.from({ length: count }, () => gateway.subscribe());
  report = () => ({
    received: browsers.map(({ received }) => received.length),
    requests: gateway.requests,
    // The operator may get an alert from a busy site.
    mailedTo: mail.taken.flatMap(({ to }) => to).filter((address) => address.startsWith('reader')),
  });
  return {
    url: gateway.url,
    browsers: browsers.map(({ received: _received, ...browser }) => browser),
    mailPort: mail.port,
  };
}

process.on('message', (orders: ReceiverOrders) => {
  if (orders === 'count') process.send?.(report());
  else void open(orders.siteUrl, orders.browsers).then((opened) => process.send?.(opened));
});
process.once('disconnect', () => process.exit(0));
process.once('SIGTERM', () => process.exit(0));
