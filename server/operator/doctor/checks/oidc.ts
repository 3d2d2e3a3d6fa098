import { OIDC_FILE_NAME, openOidcSettings } from '../../../adapters/oidc-settings.ts';
import { BadConfig } from '../../../core/files/bad-config.ts';
import type { Check, Finding } from '../finding.ts';

const MS_TO_ANSWER = 10_000;

/** Checks the file by which staff log in with an account of the company. */
export const oidc: Check = {
  title: '公司账号',
  isQuick: true,
  async look({ config: { dataDir } }) {
    try {
      const settings = await openOidcSettings(dataDir);
      if (settings === null) return [];
      return [{ state: 'good', found: `员工可以用 ${settings.issuer} 的账号登录` }];
    } catch (error) {
      if (!(error instanceof BadConfig)) throw error;
      return [
        {
          state: 'fault',
          found: error.message.trim().replace(/。$/, ''),
          advice: `改好 ${OIDC_FILE_NAME}，再重新启动`,
        },
      ];
    }
  },
};

/** Asks the provider of those accounts. */
export const oidcProvider: Check = {
  title: '公司账号的服务',
  isQuick: false,
  async look({ config: { dataDir } }) {
    // The check before explains the mistake in the file.
    const settings = await openOidcSettings(dataDir).catch(() => null);
    return settings === null ? [] : [await askProvider(settings.issuer)];
  },
};

async function askProvider(issuer: string): Promise<Finding> {
  const advice = `检查 ${OIDC_FILE_NAME} 的 issuer，与服务器到它的网络`;
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(MS_TO_ANSWER) });
    if (!answer.ok) return { state: 'fault', found: `${address} 答复 ${answer.status}`, advice };
    const found: unknown = await answer.json();
    const named = typeof found === 'object' && found !== null && 'issuer' in found ? String(found.issuer) : '';
    if (named.replace(/\/$/, '') === issuer.replace(/\/$/, '')) return { state: 'good', found: `${issuer} 可以用` };
    return { state: 'fault', found: `${address} 里的 issuer 是「${named}」，与设置的不同`, advice };
  } catch {
    return { state: 'fault', found: `${address} 打不开，或答复的不是 JSON`, advice };
  }
}
