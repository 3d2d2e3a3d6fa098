import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { escapeText } from '../core/text/markup.ts';
import type { MailLink } from '../modules/notices/notices.ts';
import { acceptBodies } from './bodies.ts';
import type { OpenShares } from './load/open-shares.ts';
import { PLAIN_PAGE_HEADERS, plainPage } from './plain-page.ts';
import { queryOf } from './url-parts.ts';

const MOST_BYTES = 1024;
const KEY = /^[\w-]{22}$/;

/**
 * Serves the links of mails to readers. Only a POST changes something: programs that check mails open all links. The POST needs
 * no check of its origin, because only the receiver of the mail has the key; RFC 8058 lets mail services send it. The key is in
 * the query, which the access log leaves out.
 */
export function serveMailLinks(
  http: FastifyInstance,
  { mailLinks, brand, clock, shares }: Pick<App, 'mailLinks' | 'brand' | 'clock'> & { shares: OpenShares },
): void {
  const siteName = async () => (await brand()).name;
  const send = (reply: FastifyReply, page: string) => reply.type('text/html; charset=utf-8').send(page);

  http.register(
    async (scope) => {
      acceptBodies(scope, { parseAs: 'string', bodyLimit: MOST_BYTES, shares });
      scope.addHook('onRequest', (_request, reply, done) => {
        reply.headers({ ...PLAIN_PAGE_HEADERS, 'referrer-policy': 'no-referrer' });
        done();
      });
      scope.get('/verify', async (request, reply) => {
        const key = keyOf(request);
        const link = key === null ? ('unknown' as const) : await mailLinks.lookAtLink(key, clock());
        return send(reply, verifyPage(link, await siteName()));
      });
      scope.post('/verify', async (request, reply) => {
        const key = keyOf(request);
        const link = key === null ? ('unknown' as const) : await mailLinks.verify(key, clock());
        return send(reply, verifyPage(link, await siteName()));
      });
      scope.get('/unsubscribe', async (request, reply) => {
        const key = keyOf(request);
        const link = key === null ? ('unknown' as const) : await mailLinks.lookAtLink(key, clock());
        return send(reply, unsubscribePage(link, await siteName()));
      });
      scope.post('/unsubscribe', async (request, reply) => {
        const key = keyOf(request);
        if (key !== null) await mailLinks.unsubscribe(key);
        return send(reply, unsubscribedPage(await siteName()));
      });
    },
    { prefix: '/mail' },
  );
}

function keyOf({ url }: FastifyRequest): string | null {
  const key = new URLSearchParams(queryOf(url)).get('key') ?? '';
  return KEY.test(key) ? key : null;
}

/** The page of the link in a verification mail. */
function verifyPage(link: MailLink, siteName: string): string {
  const site = escapeText(siteName);
  if (link === 'unknown')
    return page('链接已失效', '邮箱已经换过、移除或退订。要接收邮件，请在「消息」的设置里重新填写。');
  const address = escapeText(link.address);
  switch (link.state) {
    case 'waiting':
      return page('验证邮箱', `「${site}」的消息会发到 ${address}。`, '确认', '不是你填的，关掉这个页面就行。');
    case 'expired':
      return page('链接已过期', '请在「消息」的设置里重新发送验证邮件。');
    case 'undeliverable':
      return page('无法送达', `邮件服务器不收发到 ${address} 的邮件。请在「消息」的设置里换一个邮箱。`);
    case 'verified':
      return page('邮箱已验证', `「${site}」的消息会发到 ${address}。接收哪些，在「消息」的设置里选。`);
  }
}

/** The page of the link that ends all mails. */
function unsubscribePage(link: MailLink, siteName: string): string {
  if (link === 'unknown') return unsubscribedPage(siteName);
  const text = `退订之后，「${escapeText(siteName)}」不再给 ${escapeText(link.address)} 发邮件，消息仍在站里。`;
  return page('退订邮件', text, '退订');
}

function unsubscribedPage(siteName: string): string {
  return page('已退订', `不会再收到「${escapeText(siteName)}」的邮件。想再收到，请在「消息」的设置里重新填写邮箱。`);
}

/** With `button`, the page sends a form to its own address. All are HTML. */
function page(title: string, text: string, button?: string, hint?: string): string {
  const form =
    button === undefined
      ? '<p><a class="plain" href="/my/notices">打开消息</a></p>'
      : `<form method="post"><button class="pay">${button}</button></form>`;
  return plainPage(
    title,
    `<main>
  <p class="over">${title}</p>
  <p class="title">${text}</p>
  ${form}${hint === undefined ? '' : `\n  <p class="hint after">${hint}</p>`}
</main>`,
  );
}
