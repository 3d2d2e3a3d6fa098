import { createECDH } from 'node:crypto';
import { Agent, request } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import path from 'node:path';
import { openKeyFile } from '../../core/files/key-file.ts';
import type { PushResult, PushSender, PushTarget } from '../../modules/notices/notices.ts';
import { isPrivateHost, publicLookup } from '../private-network.ts';

/** In the data folder, beside the other secrets of the site; the backup has it too. If the key changes, all subscriptions become invalid. */
export const PUSH_KEY_NAME = 'push.key';

/** From the connection to the answer. */
const WITHIN_MS = 5_000;
const MOST_SOCKETS = 10;

export type PushSenderOptions = {
  dataDir: string;
  /** The address of the site, by which a push service knows who sends. */
  siteUrl: string;
  /** For tests: a push service on this machine with this certificate. */
  local?: { ca: string; withinMs?: number };
};

/** Sends Web Push by RFC 8030, 8291 and 8292. The addresses come from browsers, so only public ones are connected to. */
export function createPushSender({ dataDir, siteUrl, local }: PushSenderOptions): PushSender {
  const agent = new Agent({ keepAlive: true, maxSockets: MOST_SOCKETS, ...(local && { ca: local.ca }) });
  let reading: Promise<{ publicKey: string; privateKey: string }> | null = null;
  const keys = () => {
    reading ??= readKeys(path.join(dataDir, PUSH_KEY_NAME)).catch((error: unknown) => {
      reading = null;
      throw error;
    });
    return reading;
  };
  const accepts = (endpoint: string) => isPushAddress(endpoint, local !== undefined);

  return {
    publicKey: async () => (await keys()).publicKey,
    accepts,
    async send(target, payload, { topic, ttlSeconds }) {
      if (!accepts(target.endpoint)) return 'gone';
      const { generateRequestDetails } = (await import('web-push')).default;
      const vapidDetails = { subject: siteUrl, ...(await keys()) };
      const details = generateRequestDetails(subscriptionOf(target), payload, {
        vapidDetails,
        topic,
        TTL: ttlSeconds,
        contentEncoding: 'aes128gcm',
      });
      const withinMs = local?.withinMs ?? WITHIN_MS;
      return post(target.endpoint, details, { agent, ...(!local && { lookup: publicLookup }) }, withinMs);
    },
  };
}

/** The key of the file is the private one, a number; the public one follows from it. */
async function readKeys(file: string): Promise<{ publicKey: string; privateKey: string }> {
  const privateKey = await openKeyFile(file);
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(privateKey);
  return { publicKey: pair.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') };
}

function subscriptionOf({ endpoint, p256dh, auth }: PushTarget) {
  return { endpoint, keys: { p256dh, auth } };
}

/** Push services have a name and the usual port. */
function isPushAddress(endpoint: string, isLocal: boolean): boolean {
  const url = URL.parse(endpoint);
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return false;
  if (isLocal && url.hostname === 'localhost') return true;
  return url.port === '' && isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0 && !isPrivateHost(url.hostname);
}

/** Follows no redirect and keeps no body. */
function post(
  endpoint: string,
  { method, headers, body }: { method: string; headers: Record<string, string | number>; body: Buffer | null },
  connecting: { agent: Agent; lookup?: LookupFunction },
  withinMs: number,
): Promise<PushResult> {
  const signal = AbortSignal.timeout(withinMs);
  return new Promise((resolve) => {
    const sent = request(endpoint, { method, headers, signal, ...connecting }, (response) => {
      resolve(resultOf(response.statusCode ?? 0));
      // A body without end ends with the signal.
      response.on('error', () => {}).resume();
    });
    sent.on('error', () => resolve('later'));
    sent.end(body);
  });
}

function resultOf(status: number): PushResult {
  if (status >= 200 && status < 300) return 'sent';
  return status === 404 || status === 410 ? 'gone' : 'later';
}
