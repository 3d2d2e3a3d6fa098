import { Link, useParams } from 'react-router';
import { feedbackAssign, feedbackClose, feedbackView } from '#contract/console/feedback';
import { Button } from '../../ui/button.tsx';
import { Card, Loaded, Page, Problem } from '../parts/page.tsx';
import { timeText } from '../parts/time.ts';
import { showDone } from '../runtime/done-notice.ts';
import { type Me, useAnswer, useChange } from '../runtime/queries.ts';
import { request } from '../runtime/request.ts';
import { AboutCard } from './about-card.tsx';
import { Messages } from './messages.tsx';
import { ReplyForm } from './reply-form.tsx';
import { FEEDBACK_STATES, FEEDBACK_TYPES, type Thread } from './words.ts';

export function ThreadPage({ person }: { person: Me }) {
  const id = Number(useParams().id);
  const query = useAnswer(feedbackView, { id });
  return (
    <Page
      title={`反馈 ${id}`}
      actions={
        <Link to="/feedback" className="inline-flex min-h-11 items-center text-accent">
          返回列表
        </Link>
      }
    >
      <Loaded query={query}>
        {(thread) => (
          <>
            <HeadCard thread={thread} person={person} />
            <AboutCard thread={thread} />
            <Card title="往来">
              <Messages thread={thread} />
              <ReplyForm thread={thread} />
            </Card>
          </>
        )}
      </Loaded>
    </Page>
  );
}

function HeadCard({ thread, person }: { thread: Thread; person: Me }) {
  const { id, type, state, at, reader, contact, assignedTo } = thread;
  const assign = useChange(feedbackAssign);
  const close = useChange(feedbackClose, () => {
    if (state !== 'closed') showDone('已结束', () => request(feedbackClose, { id, closed: false }));
  });
  const isMine = assignedTo?.id === person.id;
  return (
    <Card title={FEEDBACK_TYPES[type] ?? ''} hint={`${FEEDBACK_STATES[state]} · ${timeText(at)}`}>
      <p className="break-words">
        {reader ? (
          <Link to={`/readers/${reader.id}?feedback=${id}`} className="inline-flex min-h-11 items-center text-accent">
            读者 {reader.id} {reader.name}
          </Link>
        ) : (
          '读者已注销，看不到答复'
        )}
      </p>
      {contact && <p className="break-words">联系方式：{contact}</p>}
      <p className="text-sm text-soft">
        {assignedTo ? `由${isMine ? '你' : `「${assignedTo.name}」`}处理` : '还没有人处理'}
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button look="tinted" disabled={assign.isPending} onClick={() => assign.mutate({ id, mine: !isMine })}>
          {isMine ? '不再处理' : '由我处理'}
        </Button>
        <Button
          look="tinted"
          disabled={close.isPending}
          onClick={() => close.mutate({ id, closed: state !== 'closed' })}
        >
          {state === 'closed' ? '重新打开' : '结束'}
        </Button>
      </div>
      <Problem error={assign.error ?? close.error} />
    </Card>
  );
}
