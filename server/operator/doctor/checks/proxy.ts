import { listOperatorEvents } from '../../../modules/operations/operations.ts';
import type { Check } from '../finding.ts';

const SEEN_WITHIN_MS = 7 * 24 * 3600 * 1000;

/** Without TRUST_PROXY all readers behind a proxy have the same address. */
export const proxy: Check = {
  title: '反向代理',
  isQuick: true,
  async look({ config: { trustProxy }, pool, now }) {
    if (trustProxy !== false) return [{ state: 'good', found: `TRUST_PROXY 是 ${trustProxy}` }];
    const seen = await listOperatorEvents(pool, new Date(now.getTime() - SEEN_WITHIN_MS));
    const untrusted = seen.find(({ what }) => what === 'untrusted-proxy');
    if (!untrusted) return [{ state: 'good', found: '没有看到代理' }];
    return [
      {
        state: 'warning',
        found: `有 ${untrusted.times} 个请求带着代理加的 X-Forwarded-*（最近一个来自 ${untrusted.detail}），而没有设 TRUST_PROXY：所有读者被当作同一个地址来限流`,
        advice: `${untrusted.detail} 是自己的代理，就设 TRUST_PROXY=${untrusted.detail}`,
      },
    ];
  },
};
