import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import { LOCALHOST_CERTIFICATE } from './localhost-certificate.ts';

/**
 * Loaded with `--import`, redirects pushes for push.example.com to the push service on this machine at MANYU_PUSH_SERVICE: a
 * site sends to public addresses alone.
 */
export const PUSH_ORIGIN = 'https://push.example.com';

const send = https.request;

https.request = ((input: string | URL, options: https.RequestOptions, onResponse: () => void) => {
  const url = new URL(input);
  if (url.origin !== PUSH_ORIGIN) return send(input, options, onResponse);
  const local = new URL(url.pathname, process.env.MANYU_PUSH_SERVICE);
  return send(local, { ...options, ca: LOCALHOST_CERTIFICATE, lookup: undefined }, onResponse);
}) as typeof https.request;

syncBuiltinESMExports();
