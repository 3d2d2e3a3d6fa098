import { escapeText } from '../core/text/markup.ts';
import { type SandboxTrade, yuanOfFen } from '../modules/shop/shop.ts';
import { plainPage } from './plain-page.ts';

const TITLE = '沙箱收银台';

/** The page on which an order of the sandbox is paid; it needs no script. */
export function cashierPage(trade: SandboxTrade, siteName: string, now: Date): string {
  const { title, amount, state, expiresAt } = trade;
  const isOpen = state === 'open' && expiresAt > now;
  const body = isOpen ? FORM : `<p class="over">${state === 'paid' ? '已付款' : '订单已关闭'}</p>${backTo(trade)}`;
  return plainPage(
    TITLE,
    `<p class="notice">沙箱：不会真的扣钱</p>
<main>
  <p class="merchant">${escapeText(siteName)}</p>
  <p class="amount"><span>¥</span>${yuanOfFen(amount)}</p>
  <p class="title">${escapeText(title)}</p>
${body}
</main>`,
  );
}

/** The page if the trade does not exist. */
export function noTradePage(): string {
  return plainPage(TITLE, '<main><p class="over">没有这张订单</p><p class="hint">请回到漫画页面重新下单。</p></main>');
}

const FORM = `  <form method="post">
    <button class="pay" name="act" value="pay">支付</button>
    <button class="plain" name="act" value="cancel">取消付款</button>
    <details>
      <summary>试一试少见的情形</summary>
      <p class="hint">给运营者用：看看漫屿怎样应对。</p>
      <button class="plain" name="act" value="twice">付两次</button>
      <button class="plain" name="act" value="late">通知晚到</button>
      <button class="plain" name="act" value="silent">不发通知</button>
    </details>
  </form>`;

/** The page of the site to which the reader returns after the payment. */
export function returnPath({ orderNo }: SandboxTrade): string {
  return `/payment?order=${orderNo}`;
}

function backTo(trade: SandboxTrade): string {
  return `<p><a class="plain" href="${returnPath(trade)}">返回商家</a></p>`;
}
