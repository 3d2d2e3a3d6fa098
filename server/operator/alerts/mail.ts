import type { SendMailOptions, Transporter } from 'nodemailer';
import type { SendText } from './webhook.ts';

/** How the connection is made private: from its first byte, by STARTTLS, or not at all. */
export const SECURITIES = ['tls', 'starttls', 'none'] as const;

export type MailSettings = {
  host: string;
  port: number;
  security: (typeof SECURITIES)[number];
  /** Null if the server takes mail without. */
  auth: { user: string; pass: string } | null;
  from: string;
};

export const WITHIN_MS = 30_000;
const LONGEST_SUBJECT = 100;
const CLOSING = 'manyu doctor 检查这个站；告警的写法见 docs/operations/monitoring.md。';

/** Sends alerts by mail. */
export function createMail(settings: MailSettings, to: string, withinMs = WITHIN_MS): SendText {
  return async (text) => {
    const subject = text.length > LONGEST_SUBJECT ? `${text.slice(0, LONGEST_SUBJECT)}…` : text;
    try {
      const transport = await openTransport(settings);
      await sendMail(transport, { from: settings.from, to, subject, text: `${text}\n\n${CLOSING}\n` }, withinMs);
    } catch (error) {
      throw new Error(reasonOf(error, settings, withinMs), { cause: error });
    }
  };
}

/** Opens the mail sender. `keepMs`: how long a connection is kept for the next mail; 0 = each mail has one of its own. */
export async function openTransport({ host, port, security, auth }: MailSettings, keepMs = 0): Promise<Transporter> {
  // Loaded only by a site that sends mail.
  const { createTransport } = await import('nodemailer');
  const options = {
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(auth && { auth }),
  };
  return keepMs > 0 ? createTransport({ ...options, pool: true, idleTimeout: keepMs }) : createTransport(options);
}

export async function sendMail(
  transport: Transporter,
  { headers = {}, ...mail }: SendMailOptions & { headers?: Record<string, string> },
  withinMs: number,
): Promise<void> {
  await transport.sendMail({
    ...mail,
    // In base64 Chinese text grows by a third; otherwise it grows to three times its size.
    textEncoding: 'base64',
    // Machines that answer mail leave it alone.
    headers: { ...headers, 'Auto-Submitted': 'auto-generated' },
    signal: AbortSignal.timeout(withinMs),
  });
}

/** The error of the server or the network, for the operator. */
export function reasonOf(error: unknown, { host, port }: MailSettings, withinMs: number): string {
  const server = `${host}:${port}`;
  if (!(error instanceof Error)) return String(error);
  const { code, response }: Record<string, unknown> = { ...error };
  const said = typeof response === 'string' ? response : error.message;
  switch (code) {
    case 'EAUTH':
    case 'ENOAUTH':
      return `${server} 不认这个用户名与密码（${said}）`;
    case 'EENVELOPE':
      return `${server} 不收这个发件人或收件人（${said}）`;
    case 'EMESSAGE':
      return `${server} 不收这封信（${said}）`;
    case 'ETLS':
      return `${server} 不能加密，换一种 security 试试（${said}）`;
    case 'EABORT':
      return `${server} 在 ${withinMs / 1000} 秒之内没有收完`;
    default:
      return `连不上 ${server}（${said}）`;
  }
}
