import { useNavigate, useParams } from 'react-router';
import { part as partCall } from '#contract/console/editorial';
import { PARTS, type PartName } from '#contract/console/editorial-parts';
import { EmptyState } from '../../ui/states.tsx';
import { Loaded, Page } from '../parts/page.tsx';
import { PageLink } from '../parts/page-link.tsx';
import { timeText } from '../parts/time.ts';
import { useAnswer } from '../runtime/queries.ts';
import { HistoryCard } from './history-card.tsx';
import { PartForm } from './part-form.tsx';

/** Both are on the home screen, and are often changed together. */
const BESIDE: Partial<Record<PartName, PartName>> = { home: 'banners', banners: 'home' };

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
  const navigate = useNavigate();
  const beside = PARTS.find((each) => each.name === BESIDE[name]);
  const next = beside ? { title: beside.title, open: () => void navigate(`/editorial/${beside.name}`) } : null;
  return (
    <Page
      title={title}
      actions={
        <div className="flex gap-6">
          {beside && <PageLink to={`/editorial/${beside.name}`} text={beside.title} />}
          <PageLink to="/editorial" text="返回编排" />
        </div>
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
            <PartForm name={name} title={title} latest={{ version, value }} by={last?.by ?? '有人'} next={next} />
            <HistoryCard name={name} title={title} />
          </>
        )}
      </Loaded>
    </Page>
  );
}
