/** Where a browser receives pushes, and the keys that encrypt them. */
export type PushTarget = { endpoint: string; p256dh: string; auth: string };

/** `gone`: the subscription has ended; `later`: it may work another time. */
export type PushResult = 'sent' | 'gone' | 'later';

export type PushSender = {
  /** The VAPID key of the site, base64url. A browser ties its subscription to it. */
  publicKey(): Promise<string>;
  /** Whether this is the address of a push service that may be connected to. */
  accepts(endpoint: string): boolean;
  /** `topic`: a later push of the same topic replaces one that the browser has not fetched. */
  send(target: PushTarget, payload: string, options: { topic: string; ttlSeconds: number }): Promise<PushResult>;
};
