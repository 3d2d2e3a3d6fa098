import { isIPv6 } from 'node:net';

/** Where a server that listens at `host` reaches itself, without a proxy in between. */
export function ownAddress(host: string, port: number): string {
  if (host === '0.0.0.0') return `http://127.0.0.1:${port}`;
  if (host === '::') return `http://[::1]:${port}`;
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

/** Requests of this server to itself; they fail until it listens. */
export function createOwnFetch() {
  let address: string | null = null;
  return {
    listensAt(host: string, port: number): void {
      address = ownAddress(host, port);
    },
    async fetch(path: string, request: RequestInit): Promise<Response> {
      if (address === null) throw new Error('the server does not listen yet');
      return fetch(`${address}${path}`, { ...request, redirect: 'error' });
    },
  };
}
