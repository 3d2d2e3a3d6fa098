import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { isPrivateHost, publicLookup } from './private-network.ts';

/** The part of `fetch` that sends a message. */
export type SendRequest = (url: string, init: SentRequest) => Promise<Response>;
type SentRequest = {
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
 * Sends a request over HTTPS to a public address only: the URL was typed in the console, whose users may not reach the network
 * of this machine. The name is resolved for this connection alone, and redirects are not followed.
 */
export const fetchPublic: SendRequest = (url, { method, headers, body, signal }) => {
  if (isPrivateHost(hostOf(url))) return Promise.reject(new Error(`${hostOf(url)} has no public address`));
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, signal, lookup: publicLookup }, (response) => {
      text(response).then(
        (said) => resolve(new Response(said || null, { status: response.statusCode ?? 502 })),
        reject,
      );
    });
    sent.on('error', reject).end(body);
  });
};
