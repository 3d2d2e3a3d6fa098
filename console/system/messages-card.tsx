import { readMessages } from '#contract/console/system';
import { Button } from '../../ui/button.tsx';
import { Card, Problem } from '../parts/page.tsx';
import { timeText } from '../parts/time.ts';
import { useChange } from '../runtime/queries.ts';

/** The codes of readers, if no gateway sends them. They are fetched by a button, because each view of them is logged. */
export function MessagesCard() {
  const read = useChange(readMessages);
  return (
    <Card
      title="短信的发件箱"
      hint="没有短信网关时，读者的验证码在这里，留一天；看一次记一条操作记录"
      actions={
        <Button look="tinted" disabled={read.isPending} onClick={() => read.mutate({})}>
          {read.data ? '再看一次' : '查看'}
        </Button>
      }
    >
      <Problem error={read.error} />
      {read.data?.list.length === 0 && <p className="text-soft">发件箱是空的。</p>}
      {read.data && read.data.list.length > 0 && (
        <ul aria-label="发件箱里的短信" className="divide-y divide-line">
          {read.data.list.map(({ id, telephone, body, at }) => (
            <li key={id} className="py-2">
              <p className="break-words">{body}</p>
              <p className="text-sm text-soft">
                {telephone} · {timeText(at)}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
