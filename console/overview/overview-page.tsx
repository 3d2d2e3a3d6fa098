import type { DataOf } from '#contract/call';
import { overview } from '#contract/console/overview';
import { Findings } from '../parts/findings.tsx';
import { Card, Loaded, Page } from '../parts/page.tsx';
import { PageLink } from '../parts/page-link.tsx';
import { timeText } from '../parts/time.ts';
import { useAnswer } from '../runtime/queries.ts';
import { Checklist } from './checklist.tsx';
import { Days, SoFar } from './days.tsx';
import { FindBox } from './find-box.tsx';
import { Shortcuts } from './shortcuts.tsx';

type Overview = DataOf<typeof overview>;

/** The findings, the steps up to the first sale, and the figures of the last days. */
export function OverviewPage() {
  const query = useAnswer(overview, {});
  return (
    <Page title="总览">
      <FindBox />
      <Shortcuts />
      <Loaded query={query}>
        {({ attention, checklist, soFar, days, computedAt, version, siteUrl }) => (
          <>
            {checklist && <Checklist steps={checklist} siteUrl={siteUrl} />}
            <Card title="要处理的事">
              <Attention items={attention} />
            </Card>
            {soFar && <SoFar soFar={soFar} />}
            <Days days={days} computedAt={computedAt} />
            <p className="text-sm text-soft">
              版本 {version}，{timeText(computedAt)} 算出
            </p>
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Attention({ items }: { items: Overview['attention'] }) {
  if (items.length === 0) return <p className="text-soft">一切正常，没有要处理的事。</p>;
  return (
    <Findings
      list={items}
      actions={({ page, check }) => page && <PageLink to={`/${page}`} text="查看" label={`查看：${check}`} />}
    />
  );
}
