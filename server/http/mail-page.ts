import { escapeText } from '../core/text/markup.ts';
import type { MailLink } from '../modules/notices/notices.ts';
import { plainPage } from './plain-page.ts';

/** The page of the link in a verification mail. */
export function verifyPage(link: MailLink, siteName: string): string {
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
export function unsubscribePage(link: MailLink, siteName: string): string {
  if (link === 'unknown') return unsubscribedPage(siteName);
  const text = `退订之后，「${escapeText(siteName)}」不再给 ${escapeText(link.address)} 发邮件，消息仍在站里。`;
  return page('退订邮件', text, '退订');
}

export function unsubscribedPage(siteName: string): string {
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
