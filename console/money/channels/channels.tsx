import { Link } from 'react-router';
import type { DataOf } from '#contract/call';
import { channelCheck, channelList } from '#contract/console/channels';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { Card, Loaded, Problem } from '../../parts/page.tsx';
import { timeText } from '../../parts/time.ts';
import { useAnswer, useChange } from '../../runtime/queries.ts';

type Channel = DataOf<typeof channelList>['list'][number];

const SCENES = { pc: '电脑', mobile: '手机', wechat: '微信里' } as const;

/** The payment channels, each with a check. */
export function Channels() {
  const query = useAnswer(channelList, {});
  return (
    <Loaded query={query}>
      {({ list }) =>
        list.length === 0 ? (
          <EmptyState title="没有支付渠道" hint="读者不能充值；渠道写在服务器的 channels.yaml 里，见文档「收款」" />
        ) : (
          list.map((channel) => <ChannelCard key={channel.id} channel={channel} />)
        )
      }
    </Loaded>
  );
}

function ChannelCard({ channel: { id, name, currency, test, scenes, lastPaidAt, lastBill } }: { channel: Channel }) {
  const change = useChange(channelCheck);
  return (
    <Card
      title={name}
      hint={`${test ? '沙箱，不收真钱；' : ''}收 ${currency}；${scenes.map((scene) => SCENES[scene]).join('、')}`}
      actions={
        <Button look="tinted" disabled={change.isPending} onClick={() => change.mutate({ channel: id })}>
          {change.isPending ? '正在检查…' : '检查'}
        </Button>
      }
    >
      <ul className="flex flex-col gap-1 text-sm">
        <li>最近收款：{lastPaidAt === null ? '还没有' : timeText(lastPaidAt)}</li>
        <li>
          最近对账：
          {lastBill === null ? (
            '还没有'
          ) : (
            <Link
              to={`/money/bills/${id}/${lastBill.day}`}
              className="inline-flex min-h-11 items-center text-accent sm:min-h-0"
            >
              {lastBill.day}，{lastBill.differences === 0 ? '相符' : `${lastBill.differences} 笔不符`}
            </Link>
          )}
        </li>
      </ul>
      <Problem error={change.error} />
      {change.data && <Findings findings={change.data.findings} />}
    </Card>
  );
}

function Findings({ findings }: { findings: DataOf<typeof channelCheck>['findings'] }) {
  return (
    <ul role="status" className="mt-3 flex flex-col gap-1 border-t border-line pt-3 text-sm">
      {findings === null && <li>这个渠道没有要检查的。</li>}
      {findings?.map(({ isGood, text }) => (
        <li key={text} className={`break-words ${isGood ? '' : 'text-danger'}`}>
          {isGood ? '正常' : '不对'}：{text}
        </li>
      ))}
    </ul>
  );
}
