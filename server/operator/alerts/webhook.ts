import type { PostMessage } from '../../adapters/public-fetch.ts';

const WITHIN_MS = 10_000;

/** The formats of the receivers. */
const BODIES = {
  plain: (text: string) => ({ text }),
  wecom: (text: string) => ({ msgtype: 'text', text: { content: text } }),
  dingtalk: (text: string) => ({ msgtype: 'text', text: { content: text } }),
  feishu: (text: string) => ({ msg_type: 'text', content: { text } }),
};
export type WebhookFormat = keyof typeof BODIES;
export const FORMATS = Object.keys(BODIES) as WebhookFormat[];

/** Sends a message to the operator. Rejects if the receiver did not accept it. */
export type SendText = (text: string) => Promise<void>;

export function createWebhook({ url, format }: { url: string; format: WebhookFormat }, fetch: PostMessage): SendText {
  return async (text) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(BODIES[format](text)),
      redirect: 'error',
      signal: AbortSignal.timeout(WITHIN_MS),
    }).catch((error: unknown) => {
      // Node gives the reason only in the cause.
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      throw new Error(cause instanceof Error ? cause.message : String(cause), { cause: error });
    });
    const answer = await response.text();
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    const fault = faultIn(answer);
    if (fault !== null) throw new Error(fault);
  };
}

/** Chat robots answer 200 also for errors. The error is in `errcode` and `errmsg`, or `code` and `msg`. */
function faultIn(answer: string): string | null {
  try {
    const said: unknown = JSON.parse(answer);
    if (typeof said !== 'object' || said === null) return null;
    const { errcode, errmsg, code, msg }: Record<string, unknown> = { ...said };
    const [number, why] = [errcode ?? code, errmsg ?? msg];
    if (typeof number !== 'number' || number === 0) return null;
    return typeof why === 'string' ? `${number} ${why}` : String(number);
  } catch {
    return null;
  }
}
