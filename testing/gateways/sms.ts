import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** The secrets of the fake gateways. */
export const SMS_SECRETS = {
  aliyun: { id: 'LTAI5tFakeAccessKeyId000', secret: 'FakeAliyunSecret00000000000000' },
  tencent: { id: 'AKIDfakeSecretId0000000000000000000', secret: 'FakeTencentSecretKey000000000000' },
  twilio: { id: `AC${'0'.repeat(32)}`, secret: 'fa4e'.repeat(8) },
};

/** A request with a valid signature. */
export type SmsRequest = { host: string; action: string; fields: Record<string, unknown> };
type Answer = { status?: number; body: unknown };

export type FakeSmsGateways = {
  /** A `fetch` that redirects requests to the fake gateways. */
  fetch: typeof globalThis.fetch;
  asked: SmsRequest[];
  /** Makes the response of the next requests; null: the usual response. */
  answer: ((request: SmsRequest) => Answer) | null;
  /** Called when a request arrives. */
  arrived: (() => void) | null;
  trouble: 'hang' | 'reset' | 'reset while answering' | '502' | 'no answer' | null;
  close(): Promise<void>;
};

const FAR_MS = 15 * 60_000;
type Unsigned = { unsigned: unknown };

/** Fakes of Aliyun, Tencent and Twilio. They check signatures by the gateways' documentation, not with our code. */
export async function startFakeSmsGateways(clock: () => Date): Promise<FakeSmsGateways> {
  const server = createServer((request, response) => void respond(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const fake: FakeSmsGateways = {
    asked: [],
    answer: null,
    arrived: null,
    trouble: null,
    fetch(input, init) {
      const { host, pathname, search } = new URL(String(input));
      const headers = new Headers(init?.headers);
      headers.set('x-meant-for', host);
      return fetch(`http://127.0.0.1:${port}${pathname}${search}`, { ...init, headers });
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const { trouble } = fake;
    fake.arrived?.();
    if (trouble === 'hang') return;
    if (trouble === 'reset') return void request.socket.destroy();
    const read = readRequest(request, body, clock());
    if ('unsigned' in read) return send(response, { status: 400, body: read.unsigned });
    fake.asked.push(read);
    if (trouble === '502') return send(response, { status: 502, body: '<html>bad gateway</html>' });
    if (trouble === 'no answer') return send(response, { status: 200, body: {} });
    if (trouble === 'reset while answering') {
      response.writeHead(200, { 'content-length': 1000 });
      response.write('{"Code"');
      return void setImmediate(() => request.socket.destroy());
    }
    send(response, fake.answer?.(read) ?? usual(read));
  }
  return fake;
}

function send(response: ServerResponse, { status = 200, body }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function readRequest(request: IncomingMessage, body: string, now: Date): SmsRequest | Unsigned {
  const host = String(request.headers['x-meant-for']);
  if (host === 'api.twilio.com') return readTwilio(request, host, body);
  return host === 'sms.tencentcloudapi.com'
    ? readTencent(request, host, body, now)
    : readAliyun(request, host, body, now);
}

const sha256 = (value: string) => createHash('sha256').update(value).digest('hex');
const hmac = (key: string | Buffer, value: string) => createHmac('sha256', key).update(value).digest();

function readAliyun(request: IncomingMessage, host: string, body: string, now: Date): SmsRequest | Unsigned {
  const { headers } = request;
  const query = request.url?.split('?')[1] ?? '';
  const names = /SignedHeaders=([^,]+),/.exec(headers.authorization ?? '')?.[1] ?? '';
  const lines = names.split(';').map((name) => `${name}:${name === 'host' ? host : headers[name]}`);
  const canonical = `POST\n/\n${query}\n${lines.join('\n')}\n\n${names}\n${sha256(body)}`;
  const { id, secret } = SMS_SECRETS.aliyun;
  const signature = hmac(secret, `ACS3-HMAC-SHA256\n${sha256(canonical)}`).toString('hex');
  const given = `ACS3-HMAC-SHA256 Credential=${id},SignedHeaders=${names},Signature=${signature}`;
  const isSorted = query === query.split('&').toSorted().join('&');
  const isWhole = ['host', 'x-acs-action', 'x-acs-date', 'x-acs-signature-nonce'].every((each) => names.includes(each));
  const isNow = Math.abs(Date.parse(String(headers['x-acs-date'])) - now.getTime()) < FAR_MS;
  if (headers.authorization !== given || !isSorted || !isWhole || !isNow)
    return { unsigned: { Code: 'SignatureDoesNotMatch', Message: `server string to sign is ${canonical}` } };
  return { host, action: String(headers['x-acs-action']), fields: Object.fromEntries(new URLSearchParams(query)) };
}

function readTencent(request: IncomingMessage, host: string, body: string, now: Date): SmsRequest | Unsigned {
  const { headers } = request;
  const action = String(headers['x-tc-action']);
  const timestamp = Number(headers['x-tc-timestamp']);
  const day = new Date(timestamp * 1000).toISOString().slice(0, 10);
  const canonical = [
    'POST\n/\n',
    `content-type:${headers['content-type']}`,
    `host:${host}`,
    `x-tc-action:${action.toLowerCase()}`,
    '',
    'content-type;host;x-tc-action',
    sha256(body),
  ].join('\n');
  const { id, secret } = SMS_SECRETS.tencent;
  const toSign = `TC3-HMAC-SHA256\n${timestamp}\n${day}/sms/tc3_request\n${sha256(canonical)}`;
  const key = hmac(hmac(hmac(`TC3${secret}`, day), 'sms'), 'tc3_request');
  const given = `TC3-HMAC-SHA256 Credential=${id}/${day}/sms/tc3_request, SignedHeaders=content-type;host;x-tc-action, Signature=${hmac(key, toSign).toString('hex')}`;
  const isNow = Math.abs(timestamp * 1000 - now.getTime()) < FAR_MS;
  if (headers.authorization !== given || headers['x-tc-version'] !== '2021-01-11' || !isNow) {
    const Message = `the signature of ${body} is wrong`;
    return { unsigned: { Response: { Error: { Code: 'AuthFailure.SignatureFailure', Message } } } };
  }
  return { host, action, fields: JSON.parse(body) };
}

function readTwilio(request: IncomingMessage, host: string, body: string): SmsRequest | Unsigned {
  const { id, secret } = SMS_SECRETS.twilio;
  const basic = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
  const isOurs = request.url?.startsWith(`/2010-04-01/Accounts/${id}/`);
  if (request.headers.authorization !== basic || !isOurs) return { unsigned: { code: 20003, message: 'Authenticate' } };
  const fields = Object.fromEntries(new URLSearchParams(body));
  return { host, action: `${request.method} ${request.url?.split(`${id}/`)[1]}`, fields };
}

/** The usual response of a gateway. */
export function usual({ host, action, fields }: SmsRequest): Answer {
  if (action === 'SendSms' && host.startsWith('dysms')) return { body: { Code: 'OK', Message: 'OK', BizId: '900^0' } };
  if (action === 'SendSmsVerifyCode') return { body: { Code: 'OK', Message: 'OK', Model: { BizId: '112^0' } } };
  if (action === 'CheckSmsVerifyCode') return { body: { Code: 'isv.ValidateFail', Message: '验证失败' } };
  if (action === 'QuerySendDetails')
    return { body: { Code: 'OK', Message: 'OK', SmsSendDetailDTOs: { SmsSendDetailDTO: [] } } };
  if (action === 'SendSms')
    return { body: { Response: { SendStatusSet: [{ Code: 'Ok', Message: 'send success', SerialNo: '5000:1' }] } } };
  if (action === 'GetSmsTemplate') {
    const content = fields.TemplateCode === 'SMS_1002' ? '已改绑' : '验证码\u0024{code}';
    return { body: { Code: 'OK', TemplateStatus: '1', TemplateContent: content } };
  }
  if (action === 'DescribeSmsTemplateList') {
    const content = String(fields.TemplateIdSet) === '1111' ? '已改绑' : '验证码{1}';
    return { body: { Response: { DescribeTemplateStatusSet: [{ StatusCode: 0, TemplateContent: content }] } } };
  }
  if (action === 'PullSmsSendStatusByPhoneNumber') return { body: { Response: { PullSmsSendStatusSet: [] } } };
  if (action === 'GET Messages.json?PageSize=1') return { body: { messages: [] } };
  return { status: 201, body: { sid: 'SM1', status: 'queued', error_code: null } };
}
