import type { DataOf, InputOf } from '#contract/call';
import { factorRequired, invalidField, serverError, sessionLost, tooManyRequests } from '#contract/codes';
import type { StaffCall } from '#contract/console/staff-call';
import type { Envelope } from '#contract/envelope';
import { askFactor } from './factor-prompt.ts';
import { noteSessionEnded, useSessionEnded } from './session-ended.ts';

/** A call that was refused or not answered. The message is for the person. */
export class Refused extends Error {
  readonly code: number;
  /** The data of the refusal, as its call declares it. */
  readonly data: unknown;
  constructor(code: number, message: string, data: unknown = null) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/**
 * Makes a call. If it needs a fresh second factor, asks the person for a code and makes it again; `Refused` with the code
 * `factorRequired` if they give none.
 */
export async function request<C extends StaffCall>(call: C, payload: InputOf<C>): Promise<DataOf<C>> {
  const answer = await sendInSession<DataOf<C>>(call.path, payload);
  if (answer.code !== factorRequired) return open(answer);
  if (!(await askFactor())) throw new Refused(factorRequired, '没有验证身份，什么也没有做');
  return open(await send<DataOf<C>>(call.path, payload));
}

/** The time to wait for a new cookie from another answer. */
const COOKIE_MS = 500;

/**
 * A check of the second factor gives the session a new cookie. A call that was sent with the old one at that time, also from
 * another tab, was refused without effect, so it is sent again.
 */
async function sendInSession<Data>(path: string, payload: unknown): Promise<Envelope<Data>> {
  const answer = await send<Data>(path, payload);
  if (answer.code !== sessionLost || useSessionEnded.getState().last === null) return answer;
  await new Promise((resolve) => setTimeout(resolve, COOKIE_MS));
  return send<Data>(path, payload);
}

function open<Data>({ status, code, message, data }: Envelope<Data>): Data {
  if (status === 1 && data !== null) return data;
  if (code === sessionLost) noteSessionEnded();
  throw new Refused(code, messageFor(code, message, data), data);
}

function messageFor(code: number, message: string, data: unknown): string {
  if (code === tooManyRequests) return waitText(data, message);
  // The message has the name of the field in the call, for scripts.
  return code === invalidField ? `有一栏写得不对或太长，什么也没有保存（${message}）` : message;
}

/** How long to wait, if the answer says so. */
function waitText(data: unknown, message: string): string {
  if (typeof data !== 'object' || data === null || !('retryAfter' in data)) return message;
  const seconds = Number(data.retryAfter);
  return `操作太频繁，请 ${seconds < 60 ? `${seconds} 秒` : `${Math.ceil(seconds / 60)} 分钟`}后再试`;
}

async function send<Data>(path: string, payload: unknown): Promise<Envelope<Data>> {
  try {
    const response = await fetch(`/console/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(payload),
    });
    return await response.json();
  } catch {
    throw new Refused(serverError, '没有连上服务器，请稍后重试');
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Refused ? error.message : '页面出错了，请刷新后重试';
}
