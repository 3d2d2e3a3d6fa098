import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { discardUpload, examineUpload } from '#contract/console/upload';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Card, Loaded, Page, Problem } from '../parts/page.tsx';
import { timeText } from '../parts/time.ts';
import { showDone } from '../runtime/done-notice.ts';
import { useChange } from '../runtime/queries.ts';
import { ImportedCards, ImportResult } from './import-result.tsx';
import { Plan } from './plan.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { type UploadView, useUpload } from './queries.ts';
import { Receiving } from './receiving.tsx';
import { forgetSending } from './sending.ts';

export function UploadDetail() {
  const { id = '' } = useParams();
  const query = useUpload(id);
  const { data } = query;
  return (
    <Page
      title={data?.about || '上传'}
      actions={data && data.state !== 'importing' && data.state !== 'done' && <Discard id={id} />}
    >
      {data && query.error && (
        <p role="status" className="text-warm">
          没有连上服务器，会自动继续
        </p>
      )}
      <Loaded query={query}>{(upload) => <Step upload={upload} />}</Loaded>
    </Page>
  );
}

function Step({ upload }: { upload: UploadView }) {
  switch (upload.state) {
    case 'receiving':
      return <Receiving upload={upload} />;
    case 'examining':
      return (
        <Card title="正在预演" hint="看每一份是哪部漫画的第几话，还没有写入任何内容。可以关掉这一页，过会儿再来。">
          <ProgressBar label="预演" part={null} />
        </Card>
      );
    case 'ready':
      return <Plan upload={upload} />;
    case 'importing':
      return <Importing upload={upload} />;
    case 'done':
      return <ImportResult upload={upload} />;
    case 'failed':
      return <Failed upload={upload} />;
  }
}

function Importing({ upload: { progress } }: { upload: UploadView }) {
  const isMaking = progress?.step === 'making' && progress.of > 0;
  const waiting = progress?.step === 'waiting' ? '另一个导入正在进行，等它结束后自动开始' : '准备中';
  const text = isMaking ? `${progress.pages} / ${progress.of} 页` : waiting;
  return (
    <Card title="正在导入" hint="可以关掉这一页，导入会继续。">
      <ProgressBar label="导入" part={isMaking ? progress.pages / progress.of : null} />
      <p role="status" className="mt-2 text-sm text-soft tabular-nums">
        {text}
      </p>
    </Card>
  );
}

/** The reason, and the chapters that the import had published before. */
function Failed({ upload }: { upload: UploadView }) {
  return (
    <>
      <FailureCard upload={upload} />
      {upload.sources.length > 0 && (
        <ImportedCards upload={upload} sources={upload.sources} hint="其余的还没有导入。" />
      )}
    </>
  );
}

function FailureCard({ upload: { id, failure, expiresAt } }: { upload: UploadView }) {
  const change = useChange(examineUpload);
  return (
    <Card title="没有成功">
      <p>{failure}</p>
      <p className="mt-1 text-sm text-soft">
        传上来的文件还在，保留到 {timeText(expiresAt)}。重新预演之后再导入，已经导入的话不会重复导入。
      </p>
      <div className="mt-4 flex flex-col gap-3">
        <Problem error={change.error} />
        <Button className="self-start" disabled={change.isPending} onClick={() => change.mutate({ id })}>
          重新预演
        </Button>
      </div>
    </Card>
  );
}

function Discard({ id }: { id: string }) {
  const [asks, setAsks] = useState(false);
  const navigate = useNavigate();
  const change = useChange(discardUpload, () => {
    forgetSending(id);
    showDone('已删除这次上传');
    void navigate('/upload', { replace: true });
  });
  return (
    <>
      <Button look="quiet" onClick={() => setAsks(true)}>
        删除这次上传
      </Button>
      {asks && (
        <ConfirmDialog
          title="删除这次上传？"
          text="已经传上来的文件会删除，不能恢复。已经导入的漫画不受影响。"
          confirm="删除"
          busy={change.isPending}
          onConfirm={() => change.mutate({ id })}
          onClose={() => setAsks(false)}
        />
      )}
    </>
  );
}
