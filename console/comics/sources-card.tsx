import { useState } from 'react';
import { COMIC_FIELD_NAMES } from '#contract/console/column-names';
import { comicUndo, comicUnlock } from '#contract/console/comics';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Card, Problem } from '../parts/page.tsx';
import { type Column, Rows } from '../parts/rows.tsx';
import { timeText } from '../parts/time.ts';
import { showDone } from '../runtime/done-notice.ts';
import { useChange } from '../runtime/queries.ts';
import { request } from '../runtime/request.ts';
import { useMayCall } from '../runtime/rights.ts';
import type { FieldName } from './fields-values.ts';
import { type Comic, fieldText } from './words.ts';

type Source = NonNullable<Comic['sources']>[number];

const IMPORTED = { file: '漫画文件里的 ComicInfo', series: 'series.yaml', options: '导入的选项' } as const;

const nameOf = (field: string) => (field === 'cover' ? '封面' : COMIC_FIELD_NAMES[field as FieldName]);

/** Where the values of the fields come from. A field that was set by hand can be left to imports again. */
export function SourcesCard({ comic: { id, fields, byHand, sources = [] } }: { comic: Comic }) {
  const [asked, setAsked] = useState<string | null>(null);
  const close = () => setAsked(null);
  const change = useChange(comicUnlock, close);
  const unlock = (field: string) =>
    change.mutate(
      { id, field: field as FieldName | 'cover' },
      {
        onSuccess: ({ entries }) =>
          showDone(`${nameOf(field)}改由导入来定`, entries.length > 0 ? () => request(comicUndo, { entries }) : null),
        onError: close,
      },
    );
  const isLocked = ({ field }: Source) => byHand.includes(field);
  const mayUnlock = useMayCall(comicUnlock);
  const columns: Column<Source>[] = [
    { title: '字段', cell: ({ field }) => nameOf(field) },
    {
      title: '现在的值',
      cell: ({ field }) => (
        <span className="line-clamp-2 break-words max-sm:text-right">
          {field === 'cover' ? '一张图片' : fieldText(field as FieldName, fields[field as FieldName])}
        </span>
      ),
    },
    {
      title: '来自',
      cell: (source) => <span className="max-sm:text-right">{sourceText(source, isLocked(source))}</span>,
    },
    {
      title: '导入',
      cell: (source) => {
        if (!isLocked(source)) return '可以改';
        if (!mayUnlock) return '不改';
        return (
          <Button
            look="tinted"
            className="text-sm"
            aria-label={`${nameOf(source.field)}改由导入来定`}
            onClick={() => setAsked(source.field)}
          >
            改由导入来定
          </Button>
        );
      },
    },
  ];
  return (
    <Card title="各项来自哪里" hint="手工定的，导入不改。没有列出的是默认的值，或从前导入的。">
      <Problem error={change.error} />
      {sources.length === 0 ? (
        <p className="text-soft">还没有。</p>
      ) : (
        <Rows label="各项来自哪里" rows={sources} columns={columns} keyOf={({ field }) => field} />
      )}
      {asked && (
        <ConfirmDialog
          title={`${nameOf(asked)}改由导入来定？`}
          text={`现在的值先不变。下一次导入这部漫画时，${
            asked === 'title' ? 'series.yaml 里的书名' : 'series.yaml 或导入的选项里写着的'
          }会换掉它；都没有写，就保持现在的。`}
          confirm="改由导入来定"
          busy={change.isPending}
          onConfirm={() => unlock(asked)}
          onClose={close}
        />
      )}
    </Card>
  );
}

function sourceText({ from, by, at }: Source, isLocked: boolean): string {
  const when = at === null ? '' : ` ${timeText(at)}`;
  if (from !== 'hand') return `${IMPORTED[from]}${when}`;
  return `${by ?? '手工'}${when} 改的${isLocked ? '' : '，不再锁定'}`;
}
