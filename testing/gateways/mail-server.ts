import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { LOCALHOST_CERTIFICATE, LOCALHOST_KEY } from './localhost-certificate.ts';

/** The one mailbox that may send. */
export const SENDER = { user: 'alerts@manyu.example', pass: 'correct horse' };

export type MailServer = {
  port: number;
  /** The letters that it has accepted, with their addresses. */
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
    key: LOCALHOST_KEY,
    cert: LOCALHOST_CERTIFICATE,
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
