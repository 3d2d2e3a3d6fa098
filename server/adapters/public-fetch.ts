import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { isPrivateHost, publicLookup } from './private-network.ts';

/** The part of `fetch` that posts a message. */
export type PostMessage = (url: string, init: PostOptions) => Promise<Answer>;
type Answer = Pick<Response, 'ok' | 'status' | 'text'>;
type PostOptions = {
  method: string;
  headers: Record<string, string>;
  body: string;
  redirect: 'error';
  signal: AbortSignal;
};

/** The name or address in a URL, an IPv6 address without its brackets. */
export function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^\[|\]$/g, '');
}

/**
 * Sends a request over HTTPS to a public address only: the URL was typed in the console, whose users must not reach the network
 * of this machine. The name is resolved for this connection alone, and redirects are not followed.
 */
export const fetchPublic: PostMessage = (url, { method, headers, body, signal }) => {
  if (isPrivateHost(hostOf(url))) return Promise.reject(new Error(`${hostOf(url)} has no public address`));
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, signal, lookup: publicLookup }, (response) => {
      // `Response` throws at a status above 599.
      const { statusCode: status = 502 } = response;
      text(response).then(
        (said) => resolve({ ok: status >= 200 && status < 300, status, text: async () => said }),
        reject,
      );
    });
    sent.on('error', reject).end(body);
  });
};
