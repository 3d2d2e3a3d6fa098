import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { batchList, codeFind } from '#contract/console/redeeming';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { LoadMore } from '../../parts/load-more.tsx';
import { Card, Problem } from '../../parts/page.tsx';
import { type Column, Rows } from '../../parts/rows.tsx';
import { timeText } from '../../parts/time.ts';
import { useChange } from '../../runtime/queries.ts';
import { BatchDialog } from './batch-dialog.tsx';
import { type Batch, grantText, readerText, STATES, usedText } from './words.ts';

/** All batches of redeem codes, a new one, and the search for one code. */
export function BatchList() {
  const [isNew, setIsNew] = useState(false);
  return (
    <>
      <div className="flex justify-end">
        <Button onClick={() => setIsNew(true)}>新建一批</Button>
      </div>
      <LoadMore call={batchList} filter={{ size: 50 }}>
        {(batches) =>
          batches.length === 0 ? (
            <EmptyState title="还没有兑换码" hint="没有可以兑换的码时，读者看不到兑换码的入口" />
          ) : (
            <Rows
              label="各批兑换码"
              rows={batches}
              columns={COLUMNS}
              keyOf={({ id }) => id}
              linkOf={({ id }) => `/money/codes/${id}`}
            />
          )
        }
      </LoadMore>
      <CodeSearch />
      {isNew && <BatchDialog onClose={() => setIsNew(false)} />}
    </>
  );
}

const LOOKS: Readonly<Partial<Record<Batch['state'], string>>> = {
  running: '',
  unapproved: 'text-warm',
  approved: 'text-warm',
};

const COLUMNS: readonly Column<Batch>[] = [
  { title: '名称', cell: ({ name }) => name },
  { title: '一个码给', cell: grantText },
  { title: '期限', cell: ({ from, until }) => `${from} 到 ${until}` },
  {
    title: '状态',
    cell: ({ state }) => <span className={LOOKS[state] ?? 'text-soft'}>{STATES[state]}</span>,
  },
  { title: '已用', isNumber: true, cell: usedText },
];

/** Finds the batch and the use of one code, to answer a reader's question. */
function CodeSearch() {
  const [code, setCode] = useState('');
  const find = useChange(codeFind);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() !== '') find.mutate({ code });
  };
  return (
    <Card title="查一个兑换码" hint="读者来问时：是哪一批的，用了没有，谁用的">
      <form className="flex flex-wrap items-end gap-3" onSubmit={onSubmit} noValidate>
        <div className="min-w-0 flex-1 basis-64">
          <TextField
            label="兑换码"
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
            value={code}
            onText={(text) => {
              setCode(text);
              find.reset();
            }}
          />
        </div>
        <Button type="submit" look="tinted" disabled={find.isPending}>
          查
        </Button>
      </form>
      <div className="mt-3 empty:hidden" role="status">
        <Problem error={find.error} />
        {find.data && (find.data.found ? <FoundCode {...find.data.found} /> : '没有这个兑换码，多半是抄错了。')}
      </div>
    </Card>
  );
}

function FoundCode({ batch, use }: { batch: Batch; use: { readerId: number | null; at: string } | null }) {
  return (
    <p>
      <Link to={`/money/codes/${batch.id}`} className="inline-flex min-h-11 items-center text-accent">
        {batch.name}
      </Link>{' '}
      （{STATES[batch.state]}），{use ? `${readerText(use.readerId)} 在 ${timeText(use.at)} 用了` : '还没有用'}。
    </p>
  );
}
