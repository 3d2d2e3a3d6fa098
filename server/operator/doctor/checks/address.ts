import { listOperatorEvents } from '../../../modules/operations/operations.ts';
import type { Check, Finding } from '../finding.ts';

const SEEN_WITHIN_MS = 7 * 24 * 3600 * 1000;

/** Compares the public address with the addresses where pages were opened. */
export const address: Check = {
  title: '网址',
  isQuick: true,
  async look({ config: { publicUrl, production }, pool, now }) {
    const seen = await listOperatorEvents(pool, new Date(now.getTime() - SEEN_WITHIN_MS));
    const other = seen.find(({ what }) => what === 'other-address');
    const findings: Finding[] = [];
    if (publicUrl === null)
      findings.push({
        state: production ? 'warning' : 'note',
        found: '没有设 PUBLIC_URL，分享、站点地图与付款的链接用请求所到的地址',
        advice: '对外的网站要设，如 PUBLIC_URL=https://manga.example.com',
      });
    else if (production && publicUrl.startsWith('http:'))
      findings.push({
        state: 'warning',
        found: `PUBLIC_URL 是 ${publicUrl}，不经 https：密码与登录会被同一网络的人看到`,
        advice: '在前面放一个带 HTTPS 的反向代理，见 docs/operations/proxy.md',
      });
    if (publicUrl !== null && other)
      findings.push({
        state: 'note',
        found: `七天之内也有人从 ${other.detail} 打开，与 PUBLIC_URL（${publicUrl}）不同：页面能用，链接写的是 PUBLIC_URL`,
        advice: '它才是对外的地址，就改 PUBLIC_URL',
      });
    return findings.length > 0 ? findings : [{ state: 'good', found: `PUBLIC_URL 是 ${publicUrl}` }];
  },
};
