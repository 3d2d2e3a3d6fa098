import { examineUpload } from '#contract/console/upload';
import { Button } from '../../ui/button.tsx';
import { Card, Problem } from '../parts/page.tsx';
import { timeText } from '../parts/time.ts';
import { useChange } from '../runtime/queries.ts';
import { DropZone } from './drop-zone.tsx';
import { ProgressBar } from './progress-bar.tsx';
import type { UploadView } from './queries.ts';
import { pauseSending, resumeSending, type Sending, useSending } from './sending.ts';
import { bytesText } from './words.ts';

const SHOWN = 100;

/** An upload that is not complete: this tab sends it, or its files must be chosen again. */
export function Receiving({ upload }: { upload: UploadView }) {
  const sending = useSending((all) => all[upload.id]);
  if (sending) return <SendingNow id={upload.id} sending={sending} />;
  return upload.received < upload.bytes || upload.files === 0 ? (
    <Interrupted upload={upload} />
  ) : (
    <Complete {...upload} />
  );
}

function SendingNow({ id, sending: { state, files, message } }: { id: string; sending: Sending }) {
  const [bytes, received] = [sum(files.map((file) => file.bytes)), sum(files.map((file) => file.received))];
  const done = files.filter((file) => file.received === file.bytes).length;
  const isRunning = state === 'sending' || state === 'waiting';
  // Files that are being sent come first.
  const shown = [...files.filter((file) => file.received < file.bytes), ...files.filter((f) => f.received === f.bytes)];
  return (
    <Card
      title={state === 'paused' ? '已暂停' : '正在上传'}
      hint="传完之前不要关掉这一页；断了可以从断点继续。"
      actions={
        <Button look="tinted" onClick={() => (isRunning ? pauseSending(id) : resumeSending(id))}>
          {isRunning ? '暂停' : '继续'}
        </Button>
      }
    >
      <ProgressBar label="上传" part={bytes === 0 ? 1 : received / bytes} />
      <p className="mt-2 text-sm text-soft tabular-nums">
        {bytesText(received)} / {bytesText(bytes)}，{done} / {files.length} 个文件
      </p>
      <p role="status" className={`mt-1 text-sm ${state === 'refused' ? 'text-danger' : 'text-warm'}`}>
        {message}
      </p>
      <ul className="mt-3 divide-y divide-line text-sm">
        {shown.slice(0, SHOWN).map((file) => (
          <li key={file.id} className="flex justify-between gap-4 py-2">
            <span className="min-w-0 break-all">{file.name}</span>
            <span className="shrink-0 text-soft tabular-nums">
              {file.received === file.bytes ? '已传完' : `${Math.floor((100 * file.received) / file.bytes)}%`}
            </span>
          </li>
        ))}
      </ul>
      {shown.length > SHOWN && <p className="mt-2 text-sm text-soft">还有 {shown.length - SHOWN} 个文件</p>}
    </Card>
  );
}

function Interrupted({ upload: { id, bytes, received, missing, expiresAt } }: { upload: UploadView }) {
  return (
    <>
      <Card
        title={`传到了 ${bytes === 0 ? 0 : Math.floor((100 * received) / bytes)}%`}
        hint={`再选择一次同样的文件或文件夹，会从断点继续。已经传的保留到 ${timeText(expiresAt)}。`}
      >
        <ProgressBar label="上传" part={bytes === 0 ? 0 : received / bytes} />
        <p className="mt-3 text-sm text-soft">没有传完的：</p>
        <ul className="mt-1 text-sm">
          {missing.map((name) => (
            <li key={name} className="py-1 break-all">
              {name}
            </li>
          ))}
        </ul>
      </Card>
      <DropZone upload={id} />
    </>
  );
}

function Complete({ id }: UploadView) {
  const change = useChange(examineUpload);
  return (
    <Card title="文件都传完了">
      <Problem error={change.error} />
      <Button disabled={change.isPending} onClick={() => change.mutate({ id })}>
        预演
      </Button>
    </Card>
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
