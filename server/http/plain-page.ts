/** For pages of the server itself, which need no script. */
export const PLAIN_PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
};

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
.hint{color:var(--soft);font-size:14px}.after{margin-top:16px}.over{margin-top:24px;font-size:20px;font-weight:600}:focus-visible{outline:3px solid var(--act);outline-offset:2px}`;

/** `title` and `body` are HTML. */
export function plainPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
${body}
</body>
</html>
`;
}
