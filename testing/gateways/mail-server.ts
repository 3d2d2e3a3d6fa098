import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { LOCALHOST_CERTIFICATE, LOCALHOST_KEY } from './localhost-certificate.ts';

/** The one mailbox that may send. */
export const SENDER = { user: 'alerts@manyu.example', pass: 'correct horse' };

/** The addresses that it refuses. */
const REFUSALS: readonly [start: string, refusal: { responseCode: number; says: string }][] = [
  ['nobody@', { responseCode: 550, says: 'No such mailbox here' }],
  ['busy@', { responseCode: 450, says: '4.2.0 Greylisted, please try again' }],
  ['relay@', { responseCode: 554, says: '5.7.1 Relay access denied' }],
];

export type MailServer = {
  port: number;
  /** The letters that it has accepted, with their addresses. */
  taken: { to: string[]; letter: string; isPrivate: boolean }[];
  /** How many receivers it has refused. */
  refused: number;
  /** The connections so far, and those that are open. */
  connections(): { all: number; open: number };
  /** Ends the open connections without a word, as a server does after a while. */
  endConnections(): void;
  /** Runs before a letter is accepted. */
  onMail(): Promise<void>;
  close(): Promise<void>;
};

/** A mail server on localhost that takes mail from `SENDER`, but not for some addresses. */
export async function startMailServer({
  secure,
  hasStartTls = true,
}: {
  secure: boolean;
  hasStartTls?: boolean;
}): Promise<MailServer> {
  const taken: MailServer['taken'] = [];
  const sockets: Socket[] = [];
  const mail: MailServer = {
    port: 0,
    taken,
    refused: 0,
    connections: () => ({ all: sockets.length, open: sockets.filter(({ closed }) => !closed).length }),
    endConnections: () => {
      for (const socket of sockets) socket.destroy();
    },
    onMail: async () => {},
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
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
      if (REFUSALS.some(([start]) => address.startsWith(start))) mail.refused += 1;
      const [, refusal] = REFUSALS.find(([start]) => address.startsWith(start)) ?? [];
      done(refusal ? Object.assign(new Error(refusal.says), refusal) : null);
    },
    onData(stream, session, done) {
      const to = session.envelope.rcptTo.map(({ address }) => address);
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      const answer = async () => {
        taken.push({ to, letter: Buffer.concat(parts).toString(), isPrivate: session.secure });
        await mail.onMail();
        done();
      };
      stream.on('end', () => void answer());
    },
  });
  server.server.on('connection', (socket: Socket) => void sockets.push(socket));
  // A client that refuses the certificate is an error to it.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  mail.port = (server.server.address() as AddressInfo).port;
  return mail;
}
