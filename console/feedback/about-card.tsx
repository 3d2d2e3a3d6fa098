import { Link } from 'react-router';
import { feedbackTakedown, takedownUndo } from '#contract/console/feedback';
import { Button } from '../../ui/button.tsx';
import { Card, Problem } from '../parts/page.tsx';
import { showDone } from '../runtime/done-notice.ts';
import { useChange } from '../runtime/queries.ts';
import { request } from '../runtime/request.ts';
import { COMPLAINT, type Thread } from './words.ts';

type Target = { name: string; online: boolean; takedown: number | null; ids: { comicId?: number; chapterId?: number } };

/** The comics, chapter and order that a feedback names. The subjects of a complaint can be taken offline here. */
export function AboutCard({ thread }: { thread: Thread }) {
  const { type, chapter, comics, order } = thread;
  if (!chapter && comics.length === 0 && !order) return null;
  const targets: Target[] = comics.map(({ id, title, ...state }) => {
    return { name: `《${title}》`, ids: { comicId: id }, ...state };
  });
  if (chapter) {
    const { id, no, title, page, online, takedown } = chapter;
    const name = `第 ${no} 话${title ? `「${title}」` : ''}${page === null ? '' : `，第 ${page} 页`}`;
    targets.push({ name, online, takedown, ids: { chapterId: id } });
  }
  const hint =
    type === COMPLAINT && targets.length > 0
      ? `下架之后立即从网站上消失，买过的读者照样能读；可以撤回。原因记为「投诉 ${thread.id}」。`
      : undefined;
  return (
    <Card title="涉及的内容" hint={hint}>
      <ul className="divide-y divide-line">
        {targets.map((target) => (
          <li key={target.name} className="flex flex-wrap items-center justify-between gap-3 py-2">
            <span className="min-w-0 break-words">
              {target.name}
              {!target.online && <span className="text-warm">（已下架）</span>}
            </span>
            {type === COMPLAINT && <Takedown id={thread.id} target={target} />}
          </li>
        ))}
        {order && (
          <li className="py-2 break-all">
            订单{' '}
            <Link to={`/readers?q=${order.no}`} className="inline-flex min-h-11 items-center text-accent">
              {order.no}
            </Link>
            {!order.isOwn && <span className="text-warm">（不是这位读者的订单）</span>}
          </li>
        )}
      </ul>
    </Card>
  );
}

function Takedown({ id, target: { name, online, takedown, ids } }: { id: number; target: Target }) {
  const undo = useChange(takedownUndo, () => showDone(`已重新上架：${name}`));
  const change = useChange(feedbackTakedown);
  const takeDown = async () => {
    const thread = await change.mutateAsync({ id, ...ids }).catch(() => null);
    const entry = thread && takedownOf(thread, ids);
    if (thread) showDone(`已下架：${name}`, entry ? () => request(takedownUndo, { id, entry }) : null);
  };
  return (
    <div className="flex flex-col items-end gap-2">
      {online && (
        <Button look="tinted" className="text-danger!" disabled={change.isPending} onClick={() => void takeDown()}>
          下架
        </Button>
      )}
      {!online && takedown !== null && (
        <Button look="tinted" disabled={undo.isPending} onClick={() => undo.mutate({ id, entry: takedown })}>
          撤回下架
        </Button>
      )}
      <Problem error={undo.error ?? change.error} />
    </div>
  );
}

/** The entry with which the comic or the chapter was taken offline. */
function takedownOf({ comics, chapter }: Thread, { comicId }: Target['ids']): number | null {
  const target = comicId === undefined ? chapter : comics.find((comic) => comic.id === comicId);
  return target?.takedown ?? null;
}
