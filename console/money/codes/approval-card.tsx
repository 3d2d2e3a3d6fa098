import { useState } from 'react';
import { batchTotal } from '#contract/batch-total';
import type { DataOf } from '#contract/call';
import { aloneLimits } from '#contract/console/alone-limits';
import { batchApprove, batchMake, type batchShow } from '#contract/console/redeeming';
import { Button } from '../../../ui/button.tsx';
import { Card, Problem } from '../../parts/page.tsx';
import { PreviewDialog } from '../../parts/preview-dialog.tsx';
import { timeText } from '../../parts/time.ts';
import { showDone } from '../../runtime/done-notice.ts';
import { useAnswer, useChange } from '../../runtime/queries.ts';
import { CodesFile, saveCodes, useSendOnce } from './codes-file.tsx';
import { type Batch, countText, grantText } from './words.ts';

type BatchAnswer = DataOf<typeof batchShow>;
type Approval = NonNullable<BatchAnswer['approval']>;

/** The approval of a large batch by a second person, and then its codes; nothing for other batches. */
export function ApprovalCard({ shown: { batch, approval } }: { shown: BatchAnswer }) {
  const [csv, setCsv] = useState<string | null>(null);
  if (!approval) return null;
  return (
    <>
      {batch.state === 'unapproved' && <Approving batch={batch} approval={approval} />}
      {batch.state === 'approved' && <Making batch={batch} approval={approval} onMade={setCsv} />}
      {csv !== null && <CodesFile name={batch.name} csv={csv} onClose={() => setCsv(null)} />}
    </>
  );
}

function Approving({ batch, approval: { isOwn, approvableFrom } }: { batch: Batch; approval: Approval }) {
  const [isOpen, setIsOpen] = useState(false);
  const { data: limits } = useAnswer(aloneLimits, {});
  const approving = useChange(batchApprove, () => {
    setIsOpen(false);
    showDone(`已批准「${batch.name}」，由 ${batch.actorName} 生成`);
  });
  const isEarly = approvableFrom !== null && Date.parse(approvableFrom) > Date.now();
  return (
    <Card
      title="等另一位同事批准"
      hint={limits ? `一批超过 ${limits.once}、一天超过 ${limits.day} 的，要由另一位同事批准；批准之前没有码` : ''}
    >
      {approvableFrom === null && <p className="text-soft">这是你提出的，由另一位能打开账务的同事批准。</p>}
      {isEarly && <p className="text-soft">只有你一位，{timeText(approvableFrom)} 起可以自己批准。</p>}
      {approvableFrom !== null && !isEarly && <Button onClick={() => setIsOpen(true)}>预览并批准</Button>}
      {isOpen && (
        <PreviewDialog
          title="批准兑换码"
          lines={[
            { what: '兑换码', before: '没有', after: `${countText(batch.count)} 个，一个给 ${grantText(batch)}` },
            { what: '全部用掉', before: '没有', after: grantText(batchTotal(batch)) },
          ]}
          confirm={`批准 ${countText(batch.count)} 个`}
          busy={approving.isPending}
          error={approving.error}
          onConfirm={() => approving.mutate({ id: batch.id })}
          onClose={() => {
            setIsOpen(false);
            approving.reset();
          }}
        >
          <p className="text-sm text-soft">
            批准之后由 {isOwn ? '你' : batch.actorName} 在这一页生成并下载{!isOwn && '，你拿不到码'}。
          </p>
        </PreviewDialog>
      )}
    </Card>
  );
}

type MakingProps = { batch: Batch; approval: Approval; onMade(csv: string): void };

function Making({ batch, approval: { isOwn, mayMake }, onMade }: MakingProps) {
  const making = useChange(batchMake, ({ csv }) => {
    saveCodes(batch.name, csv);
    onMade(csv);
  });
  const send = useSendOnce(making);
  return (
    <Card title="生成兑换码">
      {mayMake ? (
        <div className="flex flex-col items-start gap-3">
          {!isOwn && <p className="text-sm text-soft">{batch.actorName} 不能再打开账务，由你生成。</p>}
          <p className="text-sm text-warm">码只在生成之后给一次，成为一份 CSV；服务器不留，以后谁也看不到。</p>
          <Button disabled={making.isPending} onClick={() => send({ id: batch.id })}>
            {making.isPending ? '正在生成…' : `生成 ${countText(batch.count)} 个`}
          </Button>
        </div>
      ) : (
        <p className="text-soft">由 {batch.actorName} 生成。</p>
      )}
      <Problem error={making.error} />
    </Card>
  );
}
