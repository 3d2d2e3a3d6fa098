import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Claims = Readonly<Record<string, unknown>>;
type Key = { kid: string; privateKey: KeyObject; publicKey: KeyObject };
/** The changes of a dishonest provider or a thief. */
export type Forgery = { claims?: Claims; key?: Key };

export type OidcProvider = {
  issuer: string;
  /** Logs in at the address to which the login page leads; returns the query of the address to which the provider sends back. */
  authorize(url: string, claims: Claims, forgery?: Forgery): string;
  close(): Promise<void>;
};

export const CLIENT = { id: 'manyu', secret: 'correct horse battery' };

export function newKey(kid = 'key-1'): Key {
  return { kid, ...generateKeyPairSync('rsa', { modulusLength: 2048 }) };
}

/** An OpenID provider on this machine with real signatures, which checks the client's secret and PKCE. */
export async function startOidcProvider(): Promise<OidcProvider> {
  const key = newKey();
  const codes = new Map<string, { challenge: string; redirect: string; idToken: string }>();
  const server = createServer((request, response) => {
    const send = (status: number, value: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    };
    const { pathname } = new URL(request.url ?? '/', issuer);
    if (pathname === '/.well-known/openid-configuration') return send(200, metadataOf(issuer));
    if (pathname === '/jwks')
      return send(200, {
        keys: [{ ...key.publicKey.export({ format: 'jwk' }), kid: key.kid, alg: 'RS256', use: 'sig' }],
      });
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const form = new URLSearchParams(body);
      const code = form.get('code') ?? '';
      const found = codes.get(code);
      codes.delete(code);
      const verifier = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url');
      const basic = `Basic ${Buffer.from(`${CLIENT.id}:${encodeURIComponent(CLIENT.secret).replaceAll('%20', '+')}`).toString('base64')}`;
      const isRight =
        found?.challenge === verifier &&
        found.redirect === form.get('redirect_uri') &&
        request.headers.authorization === basic;
      if (!isRight) return send(400, { error: 'invalid_grant' });
      send(200, { access_token: randomUUID(), token_type: 'Bearer', id_token: found.idToken });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    issuer,
    authorize(url, claims, forgery = {}) {
      const asked = new URL(url).searchParams;
      const seconds = Math.floor(Date.now() / 1000);
      const always = { iss: issuer, aud: CLIENT.id, iat: seconds, exp: seconds + 300, nonce: asked.get('nonce') };
      const idToken = signed({ ...always, ...claims, ...forgery.claims }, forgery.key ?? key);
      const code = randomUUID();
      codes.set(code, {
        challenge: asked.get('code_challenge') ?? '',
        redirect: asked.get('redirect_uri') ?? '',
        idToken,
      });
      return new URLSearchParams({ code, state: asked.get('state') ?? '', iss: issuer }).toString();
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function metadataOf(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  };
}

function signed(claims: Claims, { kid, privateKey }: Key): string {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const head = `${encode({ alg: 'RS256', typ: 'JWT', kid })}.${encode(claims)}`;
  return `${head}.${sign('sha256', Buffer.from(head), privateKey).toString('base64url')}`;
}
