import { type KeyObject, X509Certificate } from 'node:crypto';
import * as v from 'valibot';
import { type GatewayParts, GatewayRefusal } from '../gateway.ts';
import { authorization, type FindKey, faultOf, type Merchant, open } from './signing.ts';

export type WechatProduct = 'native' | 'h5' | 'jsapi';

export type WechatAccount = {
  merchant: Merchant;
  appId: string;
  /** The secret of the official account, which payments inside WeChat need; `null` without such payments. */
  appSecret: string | null;
  /** The key of API v3, 32 bytes, with which WeChat encrypts. */
  sealKey: Buffer;
  /** The public key of WeChat; `null` if it signs with platform certificates, which are downloaded. */
  publicKey: { id: string; key: KeyObject } | null;
  products: readonly WechatProduct[];
};

const GATEWAY = 'https://api.mch.weixin.qq.com';
const JSON_TYPE = 'application/json';
const Refused = v.object({ code: v.string(), message: v.optional(v.string(), '') });

export type WechatRequest = { method: 'GET' | 'POST'; path: string; content?: object };

export type WechatClient = ReturnType<typeof createWechatClient>;

export function createWechatClient(account: WechatAccount, { fetch, clock }: GatewayParts) {
  const { merchant, publicKey } = account;
  const certificates = createCertificates(account, clock, (signal) =>
    answerTo({ method: 'GET', path: '/v3/certificates' }, signal),
  );

  const findKey: FindKey = async (serial) => {
    if (publicKey && serial === publicKey.id) return publicKey.key;
    // A shop with a public key can be without certificates; during a change it has both.
    return publicKey ? certificates.find(serial).catch(() => null) : certificates.find(serial);
  };

  async function answerTo({ method, path, content }: WechatRequest, signal: AbortSignal): Promise<Answer> {
    const body = content ? JSON.stringify(content) : '';
    const headers = {
      accept: JSON_TYPE,
      'content-type': JSON_TYPE,
      'user-agent': 'manyu',
      authorization: authorization(merchant, { method, path, body }, clock()),
      // If both are in use, this header selects the one with which WeChat signs.
      ...(publicKey && { 'wechatpay-serial': publicKey.id }),
    };
    const request = { method, headers, signal, redirect: 'error' as const, ...(content && { body }) };
    const response = await fetch(`${GATEWAY}${path}`, request);
    const bytes = Buffer.from(await response.arrayBuffer());
    return { status: response.status, headers: Object.fromEntries(response.headers), body: bytes };
  }

  /** WeChat does not sign refusals of requests with a wrong signature. Such a refusal proves nothing. */
  async function believe(answer: Answer, path: string): Promise<void> {
    const { status, headers, body } = answer;
    const isSuccess = status >= 200 && status < 300;
    const fault =
      headers['wechatpay-signature'] === undefined && !isSuccess ? null : await faultOf(answer, findKey, clock());
    if (fault) throw new Error(`the answer of wechat to ${path} can not be believed: ${fault}`);
    if (isSuccess) return;
    const refused = v.safeParse(Refused, parseJson(body));
    const isFinal = status >= 400 && status < 500 && status !== 401 && status !== 429;
    if (isFinal && refused.success) throw new GatewayRefusal(refused.output.code, refused.output.message);
    throw new Error(`wechat answered ${path} with ${status} ${refused.success ? refused.output.code : ''}`);
  }

  return {
    findKey,
    async call<Schema extends v.GenericSchema>(
      request: WechatRequest,
      schema: Schema,
      signal: AbortSignal,
    ): Promise<v.InferOutput<Schema>> {
      const answer = await answerTo(request, signal);
      await believe(answer, request.path);
      return v.parse(schema, answer.body.length > 0 ? parseJson(answer.body) : {});
    },

    /** Downloads a file. The answer is not signed, so the caller must compare the digest. */
    async download(address: string, signal: AbortSignal): Promise<Buffer> {
      const { origin, pathname, search } = new URL(address);
      if (origin !== GATEWAY) throw new Error(`wechat keeps no file at ${origin}`);
      const { status, body } = await answerTo({ method: 'GET', path: pathname + search }, signal);
      if (status !== 200) throw new Error(`the file of wechat was answered with ${status}`);
      return body;
    },
  };
}

type Answer = { status: number; headers: Record<string, string>; body: Buffer };

const Certificates = v.object({
  data: v.array(
    v.object({
      serial_no: v.string(),
      encrypt_certificate: v.object({
        nonce: v.string(),
        ciphertext: v.string(),
        associated_data: v.optional(v.string()),
      }),
    }),
  ),
});

/** Limits downloads, because anybody can send unknown serial numbers. */
const DOWNLOAD_EVERY_MS = 60_000;
const DOWNLOAD_WITHIN_MS = 4_000;
const SERIAL = /^[0-9A-F]{8,64}$/;

/** The platform certificates. They are downloaded when an unknown one is named, because WeChat can change them at any time. */
function createCertificates(
  { sealKey }: WechatAccount,
  clock: () => Date,
  download: (signal: AbortSignal) => Promise<Answer>,
): { find: FindKey } {
  let known = new Map<string, X509Certificate>();
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | null = null;

  async function renew(): Promise<void> {
    const answer = await download(AbortSignal.timeout(DOWNLOAD_WITHIN_MS));
    if (answer.status !== 200) throw new Error(`wechat answered /v3/certificates with ${answer.status}`);
    const { data } = v.parse(Certificates, parseJson(answer.body));
    // Only WeChat and the shop have the key that decrypts the certificates. One of them must have signed the answer.
    const found = new Map(
      data.map(({ serial_no, encrypt_certificate }) => [
        serial_no,
        new X509Certificate(open(sealKey, encrypt_certificate)),
      ]),
    );
    const findKey: FindKey = async (serial) => found.get(serial)?.publicKey ?? null;
    const fault = await faultOf(answer, findKey, clock());
    if (fault) throw new Error(`the certificates of wechat can not be believed: ${fault}`);
    known = found;
  }

  return {
    async find(serial) {
      const now = clock();
      const isDue = !known.has(serial) && SERIAL.test(serial) && now.getTime() - askedAt >= DOWNLOAD_EVERY_MS;
      if (isDue && !asking) {
        askedAt = now.getTime();
        asking = renew().finally(() => {
          asking = null;
        });
      }
      if (asking && !known.has(serial)) await asking;
      const certificate = known.get(serial);
      const isValid = certificate && certificate.validFromDate <= now && now <= certificate.validToDate;
      return isValid ? certificate.publicKey : null;
    },
  };
}

export function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
