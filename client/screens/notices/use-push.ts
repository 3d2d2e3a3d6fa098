import { useCallback, useEffect, useState } from 'react';
import { pushState, pushSubscribe, pushUnsubscribe } from '#contract/calls/notices';
import { findSubscription, forgetSubscription, subscribeBrowser } from '../../features/push/browser-push.ts';
import { toast } from '../../notices.ts';
import { request } from '../../runtime/request.ts';

/** `here`: this browser receives pushes; `obstacle`: why it can't. Null while it is not known, and where the site has none. */
export type PushChoice = { here: boolean; devices: number; key: string; obstacle: 'unsupported' | 'denied' | null };

/** Pushes to this browser. One that had them before, and whose session has changed, is subscribed again. */
export function usePush() {
  const [choice, setChoice] = useState<PushChoice | null>(null);
  const [busy, setBusy] = useState(false);

  const look = useCallback(async () => {
    const subscription = await findSubscription();
    const { key, here, devices } = await request(pushState, { endpoint: subscription?.endpoint });
    if (key === null) return setChoice(null);
    if (subscription && !here) {
      await sendSubscription(subscription);
      return setChoice({ key, here: true, devices: devices + 1, obstacle: null });
    }
    const obstacle = obstacleTo(subscription);
    setChoice({ key, here: here && obstacle === null, devices, obstacle });
  }, []);

  useEffect(() => {
    // Without an answer there is no switch; the list of notices shows the error.
    look().catch(() => setChoice(null));
  }, [look]);

  async function change(work: () => Promise<unknown>) {
    setBusy(true);
    try {
      await work();
      await look();
    } catch {
      // The error of a call has been shown.
    } finally {
      setBusy(false);
    }
  }

  return {
    choice,
    busy,
    turnOn: (key: string) =>
      void change(async () => {
        const subscription = await subscribeBrowser(key).catch(() => {
          toast('这个浏览器连不上推送服务，消息仍在这里');
          return null;
        });
        if (subscription) await sendSubscription(subscription);
      }),
    turnOff: () =>
      void change(async () => {
        const subscription = await findSubscription();
        if (subscription) await request(pushUnsubscribe, { endpoint: subscription.endpoint });
        await forgetSubscription();
      }),
    turnAllOff: () =>
      void change(async () => {
        await request(pushUnsubscribe, { all: true });
        await forgetSubscription();
      }),
  };
}

async function sendSubscription(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  await request(pushSubscribe, { endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' });
}

/** Why this browser can't get pushes. `subscription`: undefined if it has no push; null if there is no subscription. */
function obstacleTo(subscription: PushSubscription | null | undefined): PushChoice['obstacle'] {
  if (subscription === undefined) return 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : null;
}
