import { useState } from 'react';
import { importUpload } from '#contract/console/upload';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { Card, Problem } from '../parts/page.tsx';
import { Select } from '../parts/select.tsx';
import { useChange } from '../runtime/queries.ts';
import { LeftOut } from './left-out.tsx';
import { PlannedComic } from './planned-comic.tsx';
import type { UploadView } from './queries.ts';
import { SourceList } from './source-list.tsx';

/** The result of the dry run, which can be corrected, and the import. */
export function Plan({ upload }: { upload: UploadView }) {
  const { sources, comics } = upload;
  const titles = [...new Set(sources.map(({ series }) => series))];
  const count = sources.filter(({ result }) => result !== 'refused' && result !== 'unchanged').length;
  return (
    <>
      {sources.length === 0 && <EmptyState title="没有找到可以导入的内容" hint="要有压缩包，或放着图片的文件夹" />}
      {sources.length > 0 && <Publish upload={upload} count={count} />}
      {titles.map((series) =>
        series === null ? (
          <Card key="" title="不能导入" hint="原因写在每一份下面">
            <SourceList sources={sources.filter((source) => source.series === null)} upload={upload} />
          </Card>
        ) : (
          <PlannedComic
            key={series}
            series={series}
            sources={sources.filter((source) => source.series === series)}
            upload={upload}
            exists={comics.some(({ title }) => title === series)}
          />
        ),
      )}
      <LeftOut upload={upload} />
    </>
  );
}

type When = 'now' | 'at' | 'offline';

function Publish({ upload: { id, planNo }, count }: { upload: UploadView; count: number }) {
  const [when, setWhen] = useState<When>('now');
  const [time, setTime] = useState('');
  const change = useChange(importUpload);
  // The field has no time zone; the site's times are those of Shanghai.
  const at = new Date(`${time}:00+08:00`);
  const isPast = at.getTime() <= Date.now();
  const publish = when === 'at' ? { when, at: Number.isNaN(at.getTime()) ? '' : at.toISOString() } : { when };
  return (
    <Card title={`${count} 话待导入`} hint="先看看下面的书名和话数对不对，不对的可以改。">
      <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap sm:items-end">
        <Select
          label="什么时候发布"
          value={when}
          onChange={({ target }) => setWhen(target.value as When)}
          options={[
            ['now', '导入后立即发布'],
            ['at', '定时发布'],
            ['offline', '先不上架'],
          ]}
        />
        {when === 'at' && (
          <TextField
            label="发布时间（北京时间）"
            type="datetime-local"
            value={time}
            onText={setTime}
            error={isPast ? '这个时间已经过了' : null}
          />
        )}
        <Button
          disabled={change.isPending || count === 0 || (when === 'at' && (time === '' || isPast))}
          onClick={() => change.mutate({ id, planNo, publish } as Parameters<typeof change.mutate>[0])}
        >
          导入
        </Button>
      </div>
      <Problem error={change.error} />
    </Card>
  );
}
