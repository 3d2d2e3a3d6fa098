import type { Check, Finding } from '../finding.ts';

/** Checks for settings that are for trials and unsafe in production. */
export const secrets: Check = {
  title: '生产环境',
  isQuick: true,
  async look({ config: { production, cipher, sandboxPayments } }) {
    if (!production)
      return [
        {
          state: 'note',
          found: '没有设 NODE_ENV=production：日志里有验证码，沙箱支付默认打开',
          advice: '对外的网站要设',
        },
      ];
    const findings: Finding[] = [];
    if (cipher.isDefault)
      findings.push({
        state: 'warning',
        found: 'API_KEY 与 API_IV 还是默认值',
        advice: '换成自己的（它们只是混淆，保护靠 HTTPS）',
      });
    if (sandboxPayments)
      findings.push({
        state: 'fault',
        found: 'SANDBOX_PAYMENTS 打开着：谁都能不付钱就得到漫币',
        advice: '去掉它，重新启动',
      });
    return findings.length > 0 ? findings : [{ state: 'good', found: '密钥不是默认值，沙箱支付关着' }];
  },
};
