import { escapeText } from '../core/text/markup.ts';
import { type SandboxTrade, yuanOfFen } from '../modules/shop/shop.ts';

/** The page on which an order of the sandbox is paid; it needs no script. */
export function cashierPage(trade: SandboxTrade, siteName: string, now: Date): string {
  const { title, amount, state, expiresAt } = trade;
  const isOpen = state === 'open' && expiresAt > now;
  const body = isOpen ? FORM : `<p class="over">${state === 'paid' ? '已付款' : '订单已关闭'}</p>${backTo(trade)}`;
  return page(
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
  return page('<main><p class="over">没有这张订单</p><p class="hint">请回到漫画页面重新下单。</p></main>');
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

const STYLE = `:root{color-scheme:light dark;--ground:#f4f4f5;--paper:#fff;--ink:#18181b;--soft:#5f5f68;--line:#d9d9de;--act:#c2410c;--warn:#fef3c7;--warn-ink:#713f12}
@media(prefers-color-scheme:dark){:root{--ground:#111113;--paper:#1c1c1f;--ink:#f4f4f5;--soft:#a9a9b2;--line:#3a3a40;--act:#c2410c;--warn:#3b2f12;--warn-ink:#fde68a}}
*{box-sizing:border-box}body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.6 system-ui,"PingFang SC","Noto Sans SC",sans-serif}
p{margin:0}.notice{padding:10px 16px;background:var(--warn);color:var(--warn-ink);text-align:center;font-size:14px;font-weight:600}
main{max-width:420px;margin:24px auto;padding:28px 20px 24px;background:var(--paper);border-radius:16px;text-align:center}
@media(max-width:460px){main{margin:16px 12px}}
.merchant{color:var(--soft)}.amount{margin-top:8px;font-size:44px;font-weight:700;line-height:1.2;font-variant-numeric:tabular-nums}
.amount span{font-size:24px;margin-right:4px}.title{margin-top:4px;overflow-wrap:anywhere}
form{margin-top:28px}button,a.plain{display:block;width:100%;min-height:48px;margin-top:12px;padding:10px 16px;border-radius:12px;font:inherit;text-decoration:none;cursor:pointer}
.pay{border:0;background:var(--act);color:#fff;font-weight:600}.plain{border:1px solid var(--line);background:transparent;color:var(--ink)}
details{margin-top:24px;padding-top:12px;border-top:1px solid var(--line);text-align:left}summary{min-height:44px;padding:9px 0;color:var(--soft);font-size:14px;cursor:pointer}
.hint{color:var(--soft);font-size:14px}.over{margin-top:24px;font-size:20px;font-weight:600}:focus-visible{outline:3px solid var(--act);outline-offset:2px}`;

function page(body: string): string {
  return `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>沙箱收银台</title>
<style>${STYLE}</style>
</head>
<body>
${body}
</body>
</html>
`;
}
