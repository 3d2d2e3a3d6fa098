import type { Logger } from 'pino';
import { faultText, type Hints } from '../../core/text/fault-text.ts';
import type { Clocks } from '../gateway-clocks.ts';
import type { GatewayChannel } from './gateway.ts';

/** The result of a check at the channel: whether it accepts the keys, and the difference of its clock. */
export type Finding = { isGood: boolean; text: string };

const WITHIN_MS = 10_000;

/** Makes a free call to a channel. Its requests must use these clocks. */
export async function examine(channel: GatewayChannel, clocks: Clocks): Promise<Finding[]> {
  clocks.forget();
  const fault = await channel.probe(AbortSignal.timeout(WITHIN_MS)).then(
    () => null,
    (error: unknown) => faultText(error, HINTS),
  );
  const answered = fault === null ? '密钥可用，渠道应答了' : `没有通过：${fault}`;
  return [{ isGood: fault === null, text: answered }, clockFinding(clocks.offMs())];
}

/**
 * Logs problems at the start that would otherwise show at the first payment. It does not stop the start, because comics need no
 * channel and an unreachable channel can come back.
 */
export async function warnOfFaults(
  channels: readonly GatewayChannel[],
  clocks: Clocks,
  { log, stdout }: { log: Logger; stdout: { write(text: string): unknown } },
): Promise<void> {
  for (const channel of channels)
    for (const { isGood, text } of await examine(channel, clocks)) {
      if (isGood) continue;
      stdout.write(`✗ ${channel.name}：${text}\n`);
      log.error({ alarm: 'shop', channel: channel.id }, 'a channel of money does not work: manyu channels check');
    }
}

/** The most frequent cause of an error of a gateway. */
const HINTS: Hints = [
  [/^4012[05]|^40001/, 'app_secret 不是这个公众号的 AppSecret'],
  [/^40013/, 'app_id 不是公众号的 AppID'],
  [/^40164/, '公众号后台的「IP 白名单」里没有这台服务器'],
  [/invalid-signature|SIGN_ERROR/, '应用（商户）私钥与渠道后台登记的不是一对，或时钟不准'],
  [/invalid-app-id/, 'APPID 不对，或沙箱与正式弄反了'],
  [/not signed by alipay|another certificate/, '支付宝公钥（证书）不对，到开放平台重新复制或下载'],
  [/can not be believed|certificates of wechat/, '微信支付公钥、APIv3 密钥不对，或时钟不准'],
  [/unable to authenticate data|Unsupported state/, 'APIv3 密钥不对'],
  [/ with 40[13] /, '密钥不对、已停用，或没有这个权限'],
];

/** Channels refuse requests with a time that differs by five minutes. */
const MOST_OFF_MS = 60_000;

function clockFinding(offMs: number | null): Finding {
  if (offMs === null) return { isGood: false, text: '渠道没有应答，不知道时钟准不准' };
  const seconds = Math.round(Math.abs(offMs) / 1000);
  if (Math.abs(offMs) <= MOST_OFF_MS) return { isGood: true, text: `时钟与渠道相差 ${seconds} 秒` };
  return {
    isGood: false,
    text: `这台机器的时钟${offMs > 0 ? '快' : '慢'}了 ${seconds} 秒，差五分钟就收不到钱，请校时`,
  };
}
