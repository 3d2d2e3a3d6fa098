import { randomInt } from 'node:crypto';
import { watchClocks } from '../../adapters/gateway-clocks.ts';
import { readSmsGateways, SMS_FILE_NAME } from '../../adapters/sms/config.ts';
import type { SmsGateway } from '../../adapters/sms/gateway.ts';
import { NOTICE_PURPOSES } from '../../adapters/sms/templates.ts';
import { formatMistake } from '../../core/files/yaml-source.ts';
import { faultText, type Hints } from '../../core/text/fault-text.ts';
import type { SmsOutcome, SmsReport } from '../../modules/account/account.ts';

export type SmsCheckContext = {
  /** The data folder, which contains the file. */
  dataDir: string;
  fetch: typeof globalThis.fetch;
  clock: () => Date;
  wait(milliseconds: number): Promise<unknown>;
  stdout: { write(text: string): unknown };
  /** How often the gateway is asked whether the message has arrived, every three seconds; default: for half a minute. */
  reportLooks?: number;
};

const WITHIN_MS = 10_000;
/** Gateways refuse requests whose time is off by five minutes (Tencent) or fifteen (Aliyun). */
const MOST_OFF_MS = 60_000;
const REPORT_LOOKS = 10;
const REPORT_LOOK_MS = 3_000;
const VALID_MINUTES = 5;

const OUTCOMES: Readonly<Record<SmsOutcome, string>> = {
  sent: '网关收下了短信',
  throttled: '网关限制了这个号码的次数，过一会儿再试',
  'bad-number': '网关说没有这个号码，或它退订了',
  'operator-fault': '网关不肯发',
  unknown: '网关没有答复，短信也许已经发出',
};

/** The most frequent causes of a gateway's messages. */
const HINTS: Hints = [
  [/SignatureDoesNotMatch|SignatureFailure|IncompleteSignature/, '密钥（Secret）不对，或时钟不准'],
  [/InvalidAccessKeyId|SecretIdNotFound|InvalidSecretId|^20003/, '密钥的 ID 不对、已停用，或不是这个账号的'],
  [
    /Forbidden|RAM_PERMISSION|NoPermission|UnauthorizedOperation|Unauthorized/,
    '这把密钥没有短信的权限，到访问控制里授权',
  ],
  [/InvalidTimeStamp|SignatureExpire/, '这台机器的时钟不准'],
  [/AMOUNT_NOT_ENOUGH|OUT_OF_SERVICE|InsufficientBalance/, '余额或套餐包不足'],
  [/SIGN|Signature(Incorrect|Unapproved)/, '签名没有通过审核、写错了，或不属于这个账号'],
  [/TEMPLATE|Template/, '模板没有通过审核、写错了，或变量对不上（见 docs/sms.md 里的模板）'],
  [/^21408/, '后台没有允许发往中国（Geo Permissions）'],
];

/**
 * Checks the gateways of text messages, and with a phone sends one message to it through each of them; returns the exit code.
 * Needs no database.
 */
export async function runSmsCheck(
  { telephone }: { telephone: string | null },
  context: SmsCheckContext,
): Promise<number> {
  const { stdout, dataDir, clock } = context;
  const clocks = watchClocks(context);
  const read = await readSmsGateways(dataDir, { fetch: clocks.fetch, clock });
  if (read === null) {
    stdout.write(`没有 ${SMS_FILE_NAME}：短信在发件箱里等运营者看（manyu sms）。\n`);
    return 0;
  }
  if ('mistakes' in read) {
    for (const mistake of read.mistakes) stdout.write(`${formatMistake(SMS_FILE_NAME, mistake)}。\n`);
    return 1;
  }
  stdout.write(`依次使用：${read.gateways.map(({ title }) => title).join('、')}\n`);
  const findings: Finding[] = noticeFindings(read.gateways);
  for (const finding of findings) write(finding);
  for (const gateway of read.gateways) {
    clocks.forget();
    const found = [await probe(gateway), clockFinding(clocks.offMs())];
    if (found[0]?.isGood) found.push(...(await templateFindings(gateway)));
    if (telephone !== null) found.push(...(await sendTo(gateway, telephone, context)));
    for (const finding of found) write({ ...finding, text: `${gateway.title}：${finding.text}` });
    findings.push(...found);
  }
  return findings.some(({ isGood }) => isGood === false) ? 1 : 0;

  function write({ isGood, text }: Finding): void {
    stdout.write(`${isGood === null ? '!' : isGood ? '✓' : '✗'} ${text}\n`);
  }
}

/** null = a note, not a fault. */
type Finding = { isGood: boolean | null; text: string };

function noticeFindings(gateways: readonly SmsGateway[]): Finding[] {
  const missing = NOTICE_PURPOSES.filter((purpose) => !gateways.some(({ canSend }) => canSend(purpose)));
  return missing.map((purpose) => ({ isGood: null, text: `通知 ${purpose} 没有模板，不会发出` }));
}

async function probe(gateway: SmsGateway): Promise<Finding> {
  const fault = await gateway.probe(AbortSignal.timeout(WITHIN_MS)).then(
    () => null,
    (error: unknown) => faultText(error, HINTS),
  );
  if (fault === null) return { isGood: true, text: '密钥可用，网关应答了' };
  return { isGood: false, text: `没有通过：${fault}` };
}

async function templateFindings({ checkTemplates }: SmsGateway): Promise<Finding[]> {
  if (!checkTemplates) return [];
  try {
    const found = await checkTemplates(AbortSignal.timeout(WITHIN_MS));
    return found.map(({ template, fault }) => ({
      isGood: fault === null,
      text: `模板 ${template} ${fault ?? '通过了审核，变量对得上'}`,
    }));
  } catch (error) {
    // A key that may only send is valid.
    return [{ isGood: null, text: `查不了模板的审核：${faultText(error, HINTS)}` }];
  }
}

function clockFinding(offMs: number | null): Finding {
  if (offMs === null) return { isGood: false, text: '网关没有应答，不知道时钟准不准' };
  const seconds = Math.round(Math.abs(offMs) / 1000);
  if (Math.abs(offMs) <= MOST_OFF_MS) return { isGood: true, text: `时钟与网关相差 ${seconds} 秒` };
  return {
    isGood: false,
    text: `这台机器的时钟${offMs > 0 ? '快' : '慢'}了 ${seconds} 秒，差五分钟就发不出短信，请校时`,
  };
}

async function sendTo(
  gateway: SmsGateway,
  telephone: string,
  { clock, wait, reportLooks = REPORT_LOOKS }: SmsCheckContext,
): Promise<Finding[]> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const message = { telephone, purpose: 'login', code, validMinutes: VALID_MINUTES } as const;
  const at = clock();
  const { outcome, detail, messageId } = await gateway.send(message, AbortSignal.timeout(WITHIN_MS));
  const reason = detail === undefined ? '' : `：${faultText(detail, HINTS)}`;
  const sent: Finding = { isGood: outcome === 'sent', text: `${OUTCOMES[outcome]}${reason}` };
  if (outcome !== 'sent') return [sent];
  const { report } = gateway;
  if (!report || messageId === undefined) return [sent, { isGood: null, text: '它不告诉短信到了没有，看看手机' }];
  for (let look = 0; look < reportLooks; look++) {
    await wait(REPORT_LOOK_MS);
    const said = await report({ telephone, messageId, at }, AbortSignal.timeout(WITHIN_MS)).catch(() => null);
    if (said) return [sent, reportFinding(said)];
  }
  return [sent, { isGood: null, text: '还没有回执，看看手机' }];
}

function reportFinding({ state, detail = '' }: SmsReport): Finding {
  if (state === 'delivered') return { isGood: true, text: '回执：手机收到了' };
  return { isGood: false, text: `回执：手机没有收到 ${detail}` };
}
