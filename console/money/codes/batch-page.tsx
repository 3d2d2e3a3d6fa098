import { useState } from 'react';
import { Link, useParams } from 'react-router';
import type { DataOf } from '#contract/call';
import { batchShow, batchStop } from '#contract/console/redeeming';
import { Button } from '../../../ui/button.tsx';
import { LoadMore } from '../../parts/load-more.tsx';
import { Card, Loaded, Page } from '../../parts/page.tsx';
import { type Column, Rows } from '../../parts/rows.tsx';
import { timeText } from '../../parts/time.ts';
import { ReasonDialog } from '../../readers/reason-dialog.tsx';
import { showDone } from '../../runtime/done-notice.ts';
import { useAnswer } from '../../runtime/queries.ts';
import { ApprovalCard } from './approval-card.tsx';
import { type Batch, countText, grantText, readerText, STATES, usedText } from './words.ts';

type BatchAnswer = DataOf<typeof batchShow>;

/** One batch of redeem codes and its uses. */
export function BatchPage() {
  const id = Number(useParams().id) || 1;
  const query = useAnswer(batchShow, { id, size: 1 });
  const [isStopping, setIsStopping] = useState(false);
  const batch = query.data?.batch;
  const canStop = batch && batch.state !== 'ended' && batch.state !== 'stopped';
  return (
    <Page
      title={batch?.name ?? '兑换码'}
      actions={
        canStop && (
          <Button look="tinted" onClick={() => setIsStopping(true)}>
            {stopWord(query.data)}
          </Button>
        )
      }
    >
      <Link to="/money/codes" className="flex min-h-11 items-center self-start text-accent">
        返回兑换码
      </Link>
      <Loaded query={query}>
        {(shown) => (
          <>
            <ApprovalCard shown={shown} />
            <Terms shown={shown} />
          </>
        )}
      </Loaded>
      <Card title="用过的">
        <LoadMore call={batchShow} filter={{ id, size: 50 }}>
          {(uses) =>
            uses.length === 0 ? (
              <p className="text-soft">还没有人用。</p>
            ) : (
              <Rows label="用过的" rows={uses} columns={USES} keyOf={(use) => use.id} />
            )
          }
        </LoadMore>
      </Card>
      {isStopping && query.data && <StopDialog shown={query.data} onClose={() => setIsStopping(false)} />}
    </Page>
  );
}

/** A batch without codes is rejected, or taken back by its author. */
function stopWord(shown: BatchAnswer | undefined): string {
  if (!shown?.approval || !hasNoCodes(shown.batch)) return '停用';
  return shown.approval.isOwn ? '撤回' : '驳回';
}

function hasNoCodes({ state }: Batch): boolean {
  return state === 'unapproved' || state === 'approved';
}

const USES: readonly Column<BatchAnswer['list'][number]>[] = [
  {
    title: '读者',
    cell: ({ readerId }) =>
      readerId === null ? (
        readerText(null)
      ) : (
        <Link to={`/readers/${readerId}`} className="inline-flex min-h-11 items-center text-accent">
          {readerText(readerId)}
        </Link>
      ),
  },
  { title: '时间', cell: ({ at }) => timeText(at) },
];

function Terms({ shown: { batch, approval, stopped } }: { shown: BatchAnswer }) {
  const { state, from, until, validDays, usesPerReader, bonus, tickets, at, actorName } = batch;
  return (
    <Card title={STATES[state]} hint={`${timeText(at)} 由 ${actorName} ${approval ? '提出' : '生成'}`}>
      <ul className="flex flex-col gap-1">
        <li>
          一个码给 {grantText(batch)}
          {bonus + tickets > 0 && `，赠币与阅读券 ${validDays} 天内有效`}
        </li>
        <li>
          {from} 到 {until} 可以兑换，每位读者最多 {countText(usesPerReader)} 个
        </li>
        <li>已用 {usedText(batch)} 个</li>
        {approval?.approved && (
          <li>
            {timeText(approval.approved.at)} 由 {approval.approved.actorName} 批准
          </li>
        )}
        {stopped && (
          <li className="text-warm">
            {timeText(stopped.at)} 由 {stopped.actorName} 停用，没用的都失效了
          </li>
        )}
      </ul>
    </Card>
  );
}

function StopDialog({ shown, onClose }: { shown: BatchAnswer; onClose(): void }) {
  const { id, name, count, used } = shown.batch;
  const word = stopWord(shown);
  const [text, done] = hasNoCodes(shown.batch)
    ? ['申请作废，不生成兑换码。以后可以再建一批。', () => '没有生成兑换码']
    : [
        `还没有用的 ${countText(count - used)} 个兑换码从此失效，不能恢复；已经用了的不变。`,
        (usedNow: number) => `${countText(count - usedNow)} 个没用的兑换码失效`,
      ];
  return (
    <ReasonDialog
      call={batchStop}
      payload={(reason) => ({ id, reason })}
      title={`${word}「${name}」`}
      text={text}
      confirm={word}
      onDone={(data) => showDone(`已${word}「${name}」，${done(data.used)}`)}
      onClose={onClose}
    />
  );
}
