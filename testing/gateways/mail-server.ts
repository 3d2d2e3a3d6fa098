import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/**
 * For tests alone, and nobody vouches for it: `openssl req -x509 -newkey ec -days 36500 -addext subjectAltName=DNS:localhost`.
 */
export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBlTCCATugAwIBAgIURKqlCYNFVP/oBnaLxxI/B6XahF4wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjIyNDI1NloYDzIxMjYxMDI5
MjI0MjU2WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATH7KptElBelu02sOxu7v2q0uyssjbvFiiZ4ooTctj7uso5dBXhOflv
SsPbhtS+1XFtv1CFllEImmFgB2DUSFydo2kwZzAdBgNVHQ4EFgQUcGLDbPDBZ+2g
puQ8jZ3fuJYHC1EwHwYDVR0jBBgwFoAUcGLDbPDBZ+2gpuQ8jZ3fuJYHC1EwDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
SAAwRQIhAIjbdxeRTBe40OGQ7DR21OYAkadxFXGW8ELXZbBhE4O1AiBQVSHl4IGk
sd9QG3bndX7URQ7AI9sEfRlMhbUI9vVYYw==
-----END CERTIFICATE-----`;
const PRIVATE_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg5X2SYgHIzCBhgGl5
773x6Ay/4GiAZGkODAkUN7Bf/7OhRANCAATH7KptElBelu02sOxu7v2q0uyssjbv
FiiZ4ooTctj7uso5dBXhOflvSsPbhtS+1XFtv1CFllEImmFgB2DUSFyd
-----END PRIVATE KEY-----`;

/** The one mailbox that may send. */
export const SENDER = { user: 'alerts@manyu.example', pass: 'correct horse' };

export type MailServer = {
  port: number;
  /** What it took: to whom, and the letter. */
  taken: { to: string[]; letter: string; isPrivate: boolean }[];
  close(): Promise<void>;
};

/** A mail server on localhost that takes mail from `SENDER`, but none for `nobody@…`. */
export async function startMailServer({
  secure,
  hasStartTls = true,
}: {
  secure: boolean;
  hasStartTls?: boolean;
}): Promise<MailServer> {
  const taken: MailServer['taken'] = [];
  const server = new SMTPServer({
    secure,
    key: PRIVATE_KEY,
    cert: CERTIFICATE,
    authOptional: !secure,
    disabledCommands: hasStartTls ? [] : ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onAuth({ username, password }, _session, done) {
      if (username === SENDER.user && password === SENDER.pass) done(null, { user: username });
      else done(new Error('Username and password not accepted'));
    },
    onRcptTo({ address }, _session, done) {
      done(address.startsWith('nobody@') ? new Error('No such mailbox here') : null);
    },
    onData(stream, session, done) {
      const to = session.envelope.rcptTo.map(({ address }) => address);
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        taken.push({ to, letter: Buffer.concat(parts).toString(), isPrivate: session.secure });
        done();
      });
    },
  });
  // A client that refuses the certificate is an error to it.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return { port, taken, close: () => new Promise((resolve) => server.close(() => resolve())) };
}
