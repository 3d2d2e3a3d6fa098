import { Link, useParams } from 'react-router';
import { part as partCall } from '#contract/console/editorial';
import { PARTS } from '#contract/console/editorial-parts';
import { EmptyState } from '../../ui/states.tsx';
import { Loaded, Page } from '../parts/page.tsx';
import { timeText } from '../parts/time.ts';
import { useAnswer } from '../runtime/queries.ts';
import { HistoryCard } from './history-card.tsx';
import { PartForm } from './part-form.tsx';

/** One part: its form and its history. */
export function PartPage() {
  const { name } = useParams();
  const found = PARTS.find((each) => each.name === name);
  if (!found)
    return (
      <Page title="没有这一部分">
        <EmptyState title="没有这一部分" hint="请从「编排」里选择" />
      </Page>
    );
  return <OpenedPart key={found.name} {...found} />;
}

function OpenedPart({ name, title }: (typeof PARTS)[number]) {
  const query = useAnswer(partCall, { name });
  return (
    <Page
      title={title}
      actions={
        <Link to="/editorial" className="flex min-h-11 items-center text-accent">
          返回编排
        </Link>
      }
    >
      <Loaded query={query}>
        {({ version, value, last }) => (
          <>
            {last && (
              <p className="text-sm text-soft">
                最近由 {last.by} 在 {timeText(last.at)} 改过
              </p>
            )}
            <PartForm name={name} title={title} latest={{ version, value }} by={last?.by ?? '有人'} />
            <HistoryCard name={name} title={title} />
          </>
        )}
      </Loaded>
    </Page>
  );
}
