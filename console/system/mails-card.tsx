import type { DataOf } from '#contract/call';
import type { system } from '#contract/console/system';
import { countText } from '../parts/numbers.ts';
import { Card } from '../parts/page.tsx';
import { PageLink } from '../parts/page-link.tsx';

type Mails = DataOf<typeof system>['mails'];

/** Whether readers get mails, and how many wait. */
export function MailsCard({ mails }: { mails: Mails }) {
  const missing = whatIsMissing(mails);
  const change = mails.isOn ? '去关' : '去打开';
  return (
    <Card
      title="给读者的邮件"
      hint="用告警的邮件服务器发；新的一话每天合成一封，其余的马上发"
      actions={<PageLink to="/editorial/features" text={change} label={`${change}给读者的邮件`} />}
    >
      {missing ? <p className={mails.isOn ? 'text-danger' : 'text-soft'}>{missing}</p> : <Counts mails={mails} />}
    </Card>
  );
}

function whatIsMissing({ isOn, hasServer, hasAddress }: Mails): string | null {
  if (!isOn) return '没有打开，读者看不到它。';
  if (!hasServer) return '打开着，但没有邮件服务器：在上面的「设置接收方」里填好，读者才看得到。';
  return hasAddress ? null : '打开着，但服务器没有设 PUBLIC_URL：邮件里的链接不知道指到哪里，设了读者才看得到。';
}

function Counts({ mails: { verified, undeliverable, waiting, failed, late } }: { mails: Mails }) {
  const rows: readonly [string, number, boolean][] = [
    ['验证过的邮箱', verified, false],
    ['无法送达的邮箱', undeliverable, false],
    ['等着发的消息', waiting, false],
    ['试过两次没有发成的', failed, failed > 0],
    ['半小时前就该发的', late, late > 0],
  ];
  return (
    <ul className="divide-y divide-line">
      {rows.map(([title, count, isBad]) => (
        <li key={title} className="flex items-baseline justify-between gap-4 py-2">
          <span>{title}</span>
          <span className={isBad ? 'text-danger' : ''}>{countText(count)}</span>
        </li>
      ))}
    </ul>
  );
}
