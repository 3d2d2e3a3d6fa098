import { SMS_FILE_NAME } from '../../../adapters/sms/config.ts';
import { type CommandOutput, parseOptions, readArgs, WrongUsage } from '../../../core/command-line/command-line.ts';

/** `telephone` = sends one message to it through each gateway. */
export type SmsCheckArgs = { telephone: string | null };

const USAGE = `用法：manyu sms check [手机号]
检查 ${SMS_FILE_NAME}：写法、时钟，各向网关问一个不花钱的问题；写了手机号，就经每个网关各发一条验证码到这个手机（按条收费）。
写法见 docs/sms.md。退出码：0 都好，1 有地方不对，2 用法有误。
`;

export function readSmsCheckArgs(argv: string[], output: CommandOutput): SmsCheckArgs | number {
  return readArgs(USAGE, output, () => {
    const { positionals } = parseOptions(argv, {});
    const [telephone = null, ...more] = positionals;
    if (more.length > 0 || (telephone !== null && !/^1\d{10}$/.test(telephone)))
      throw new WrongUsage('手机号要写一个 1 开头的 11 位数字');
    return { telephone };
  });
}
