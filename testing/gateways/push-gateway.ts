import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { LOCALHOST_CERTIFICATE, LOCALHOST_KEY } from './localhost-certificate.ts';

/** A push as the browser shows it. */
export type Pushed = { title: string; body: string; link: string; tag: string; topic: string | undefined };

/** A browser that subscribed: its subscription for the site, and the pushes that it received. */
export type PushBrowser = { endpoint: string; p256dh: string; auth: string; received: Pushed[] };

export type PushGateway = {
  /** Where it listens. */
  url: string;
  ca: string;
  /** How the next pushes are answered: a status, or no answer at all. Default: 201. */
  answer: number | 'never';
  /** The requests so far, refused ones too. */
  requests: number;
  /** Called while a push is under way, before its answer. */
  onPush: () => Promise<void>;
  subscribe(): PushBrowser;
  close(): Promise<void>;
};

type Subscription = { keys: ECDH; auth: Buffer; received: Pushed[] };

/**
 * A push service on this machine, and the browsers behind it. It takes only pushes that the site signed (VAPID, RFC 8292) and
 * that a browser can decrypt (RFC 8291), by its own code. `origin`: the address that the site knows; default: its own.
 */
export async function startPushGateway(siteUrl: string, origin?: string): Promise<PushGateway> {
  const subscriptions = new Map<string, Subscription>();
  const server: Server = createServer({ cert: LOCALHOST_CERTIFICATE, key: LOCALHOST_KEY }, (request, response) => {
    void buffer(request).then(async (body) => {
      gateway.requests++;
      await gateway.onPush();
      const subscription = subscriptions.get(request.url ?? '');
      if (gateway.answer === 'never') return;
      const headers = { location: `${gateway.url}/elsewhere` };
      if (!subscription) return response.writeHead(404).end();
      if (gateway.answer < 200 || gateway.answer > 299) return response.writeHead(gateway.answer, headers).end();
      if (!isSigned(request.headers.authorization ?? '', origin ?? gateway.url, siteUrl))
        return response.writeHead(403).end();
      const text = decrypt(body, subscription);
      subscription.received.push({ ...JSON.parse(text), topic: request.headers.topic });
      return response.writeHead(gateway.answer).end();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, 'localhost', resolve);
  });
  const gateway: PushGateway = {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    ca: LOCALHOST_CERTIFICATE,
    answer: 201,
    requests: 0,
    onPush: async () => {},
    subscribe() {
      const keys = createECDH('prime256v1');
      const p256dh = keys.generateKeys('base64url');
      const [path, auth] = [`/push/${randomBytes(8).toString('hex')}`, randomBytes(16)];
      const received: Pushed[] = [];
      subscriptions.set(path, { keys, auth, received });
      const endpoint = `${origin ?? gateway.url}${path}`;
      return { endpoint, p256dh, auth: auth.toString('base64url'), received };
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
  return gateway;
}

/** A JWT with ES256, for this audience, by this sender, valid for at most a day. */
function isSigned(authorization: string, audience: string, sender: string): boolean {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' } });
  const given = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  if (!verify('sha256', Buffer.from(`${head}.${claims}`), given, Buffer.from(signature, 'base64url'))) return false;
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  const seconds = exp - Date.now() / 1000;
  return aud === audience && sub === sender && seconds > 0 && seconds <= 24 * 3600;
}

/** aes128gcm (RFC 8188) with the keys of RFC 8291, in one record. */
function decrypt(body: Buffer, { keys, auth }: Subscription): string {
  const [salt, idLength] = [body.subarray(0, 16), body.readUInt8(20)];
  const sender = body.subarray(21, 21 + idLength);
  const sealed = body.subarray(21 + idLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender]);
  const secret = Buffer.from(hkdfSync('sha256', keys.computeSecret(sender), auth, info, 32));
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, length));
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  decipher.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  // The last record ends with 2 and zeros.
  return plain.subarray(0, plain.lastIndexOf(2)).toString();
}
