import { useState } from 'react';
import { useNavigate } from 'react-router';
import { MOST_BILL_TEXT } from '#contract/bill-files';
import { billUpload } from '#contract/console/bills';
import { TextField } from '../../../ui/text-field.tsx';
import { FileButton } from '../../parts/file-button.tsx';
import { Card, Problem } from '../../parts/page.tsx';
import { plainText } from '../../parts/plain-text.ts';
import { Select } from '../../parts/select.tsx';
import { showDone } from '../../runtime/done-notice.ts';
import { useChange } from '../../runtime/queries.ts';

type Channel = { id: string; name: string; readsFiles?: boolean | undefined };
type UploadBillProps = { channels: readonly Channel[]; lastDay: string };

/** Compares a day with a bill that was downloaded from the channel's own site. */
export function UploadBill({ channels, lastDay }: UploadBillProps) {
  const readable = channels.filter(({ readsFiles }) => readsFiles);
  const [channel, setChannel] = useState(readable[0]?.id ?? '');
  const [day, setDay] = useState(lastDay);
  const [problem, setProblem] = useState<Error | null>(null);
  const navigate = useNavigate();
  const change = useChange(billUpload, ({ bill: { matched, differences } }) => {
    showDone(differences === 0 ? `相符 ${matched} 笔，没有不符` : `不符 ${differences} 笔`);
    void navigate(`/money/bills/${channel}/${day}`);
  });
  if (readable.length === 0) return null;

  async function send(file: File) {
    setProblem(null);
    change.reset();
    try {
      const packed = await packedText(file);
      if (packed.length > MOST_BILL_TEXT) throw new Error();
      change.mutate({ channel, day, file: packed });
    } catch {
      setProblem(new Error());
    }
  }

  return (
    <Card
      title="上传账单"
      hint="自动下载不成时，在渠道的后台下载一天的交易账单（CSV 或 ZIP），在这里核对；规则与自动核对相同。"
    >
      <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap sm:items-end">
        <Select
          label="渠道"
          value={channel}
          options={readable.map(({ id, name }) => [id, name])}
          onChange={({ target }) => setChannel(target.value)}
        />
        <TextField label="哪一天的" type="date" value={day} max={lastDay} onText={setDay} />
        <FileButton
          text={change.isPending ? '正在核对…' : '选择账单文件'}
          accept=".csv,.zip,.gz,.txt"
          disabled={change.isPending || day === ''}
          onPick={([file]) => file && void send(file)}
        />
      </div>
      {problem && (
        <p role="alert" className="mt-3 text-sm text-danger">
          文件读不了，或太大：压缩后最多 0.7 MB（约三万笔）。请按渠道的办法分天下载。
        </p>
      )}
      <div className="mt-3 empty:hidden">
        <Problem error={change.error} />
      </div>
    </Card>
  );
}

/** The file, packed, as text. */
async function packedText(file: File): Promise<string> {
  const packed = await new Response(file.stream().pipeThrough(new CompressionStream('gzip'))).blob();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(plainText(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error ?? new Error());
    reader.readAsDataURL(packed);
  });
}
