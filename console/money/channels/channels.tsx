import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { DataOf } from '#contract/call';
import { channelSettings } from '#contract/console/channel-settings';
import { channelCheck, channelList } from '#contract/console/channels';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { Card, Loaded, Problem } from '../../parts/page.tsx';
import { timeText } from '../../parts/time.ts';
import { useAnswer, useChange } from '../../runtime/queries.ts';
import { useMayCall } from '../../runtime/rights.ts';
import { ChannelSettings } from './channel-settings.tsx';
import { ChannelFindings } from './findings.tsx';

/** Readers would choose the one that takes no money. */
function isSandboxBesideMoney(list: readonly Channel[]): boolean {
  const offered = list.filter(({ off }) => !off);
  return offered.some(({ test }) => test) && offered.some(({ test }) => !test);
}

type Channel = DataOf<typeof channelList>['list'][number];

const SCENES = { pc: '电脑', mobile: '手机', wechat: '微信里' } as const;

/** The payment channels, each with a check. */
export function Channels() {
  const query = useAnswer(channelList, {});
  const maySet = useMayCall(channelSettings);
  const cards = (actionsOf: (id: string) => ReactNode) => (
    <Loaded query={query}>{({ list }) => <Cards list={list} maySet={maySet} actionsOf={actionsOf} />}</Loaded>
  );
  return maySet ? <ChannelSettings>{cards}</ChannelSettings> : cards(() => null);
}

type CardsProps = { list: readonly Channel[]; maySet: boolean; actionsOf(id: string): ReactNode };

function Cards({ list, maySet, actionsOf }: CardsProps) {
  return (
    <>
      {list.length === 0 && (
        <EmptyState
          title="没有支付渠道"
          hint={maySet ? '读者不能充值；在下面加一个' : '读者不能充值；所有者可以在这里加'}
        />
      )}
      {isSandboxBesideMoney(list) && (
        <p role="alert" className="rounded-lg bg-sunken px-3 py-2 text-danger">
          不收真钱的沙箱与收真钱的渠道并存：读者选沙箱就能不付钱拿到漫币。试完请去掉沙箱（服务器上的
          SANDBOX_PAYMENTS，或下面沙箱的密钥）。
        </p>
      )}
      {list.map((channel) => (
        <ChannelCard key={channel.id} channel={channel} actions={actionsOf(channel.id)} />
      ))}
    </>
  );
}

function ChannelCard({
  channel: { id, name, currency, test, off, scenes, lastPaidAt, lastBill },
  actions,
}: {
  channel: Channel;
  actions: ReactNode;
}) {
  const change = useChange(channelCheck);
  return (
    <Card
      title={name}
      hint={`${off ? '停用，不收新的订单；' : ''}${test ? '沙箱，不收真钱；' : ''}收 ${currency}；${scenes.map((scene) => SCENES[scene]).join('、')}`}
      actions={
        <div className="flex flex-wrap gap-2">
          {actions}
          <Button look="tinted" disabled={change.isPending} onClick={() => change.mutate({ channel: id })}>
            {change.isPending ? '正在检查…' : '检查'}
          </Button>
        </div>
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
      {change.data && <ChannelFindings findings={change.data.findings} />}
    </Card>
  );
}
