import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { networkKey } from '../core/limits/rate-limit.ts';

/** The fields of a line. */
export type Access = {
  address: string;
  at: Date;
  method: string;
  url: string;
  httpVersion: string;
  status: number;
  bytes: number;
  referer: string | undefined;
  userAgent: string | undefined;
};

/** nginx uses this status if the client closes the connection before the answer. */
const CLIENT_LEFT = 499;
const LONGEST_FIELD = 500;
/** Parts of an address that give access: the signature of a picture, and the key of a sandbox payment. */
const SECRETS = /(\/img\/p\/[^/]*\/[^/]*\/|\/sandbox\/cashier\/)[^/]+/g;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Writes a line for each request when it is over. */
export function createAccessLog(
  write: (line: string) => void,
  clock: () => Date,
): (request: IncomingMessage, response: ServerResponse, address: string) => void {
  return ({ socket, method = '', url = '', httpVersion, headers }, response, address) => {
    const at = clock();
    const before = socket.bytesWritten;
    response.once('close', () => {
      const status = response.headersSent ? response.statusCode : CLIENT_LEFT;
      const bytes = socket.bytesWritten - before;
      const { referer, 'user-agent': userAgent } = headers;
      write(accessLine({ address, at, method, url, httpVersion, status, bytes, referer, userAgent }));
    });
  };
}

/** A line of the combined log format, which every tool reads, without secrets and without whole addresses. */
export function accessLine({ address, at, method, url, httpVersion, status, bytes, ...said }: Access): string {
  const request = `${field(method)} ${field(withoutSecrets(url))} HTTP/${field(httpVersion)}`;
  const referer = said.referer === undefined ? '-' : field(withoutSecrets(said.referer));
  const agent = said.userAgent === undefined ? '-' : field(said.userAgent);
  return `${masked(address)} - - [${timeText(at)}] "${request}" ${status} ${bytes} "${referer}" "${agent}"\n`;
}

/** The first address of its network. */
function masked(address: string): string {
  return isIP(address) === 0 ? '-' : (networkKey(address).split('/')[0] ?? '-');
}

/** Without the query, which may contain a token. */
function withoutSecrets(url: string): string {
  return (url.split(/[?#]/)[0] ?? '').replaceAll(SECRETS, '$1-');
}

/** Escaped like nginx does, so that no character ends the field or the line. */
function field(text: string): string {
  return text
    .slice(0, LONGEST_FIELD)
    .replaceAll(
      /[^\x20-\x7e]|["\\]/g,
      (sign) => `\\x${(sign.charCodeAt(0) & 0xff).toString(16).padStart(2, '0').toUpperCase()}`,
    );
}

function timeText(at: Date): string {
  const [date = '', time = ''] = at.toISOString().split(/[T.]/);
  const [year, , day] = date.split('-');
  return `${day}/${MONTHS[at.getUTCMonth()]}/${year}:${time} +0000`;
}
