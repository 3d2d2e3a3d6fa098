import { Link, Route, Routes, useParams } from 'react-router';
import { setAuthor } from '#contract/console/authors';
import { comicGet, comicState } from '#contract/console/comics';
import { comicFigures } from '#contract/console/figures';
import { EmptyState } from '../../ui/states.tsx';
import { Loaded, Page } from '../parts/page.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { timeText } from '../parts/time.ts';
import { useAnswer } from '../runtime/queries.ts';
import { useMayCall, useMayChange } from '../runtime/rights.ts';
import { AuthorsCard } from './authors-card.tsx';
import { ChaptersTab } from './chapters-tab.tsx';
import { ComicActions } from './comic-actions.tsx';
import { CoverThumb } from './cover-thumb.tsx';
import { FieldsForm } from './fields-form.tsx';
import { FiguresTab } from './figures-tab.tsx';
import { HistoryTab } from './history-tab.tsx';
import { PictureButtons } from './picture/picture-buttons.tsx';
import { PricesTab } from './prices-tab.tsx';
import { SourcesCard } from './sources-card.tsx';
import { type Comic, STATE_NAMES } from './words.ts';

export function ComicPage() {
  const id = Number(useParams().id);
  return Number.isSafeInteger(id) && id > 0 ? <OneComic id={id} /> : <EmptyState title="没有这部漫画" />;
}

function OneComic({ id }: { id: number }) {
  const query = useAnswer(comicGet, { id });
  const { title } = query.data?.fields ?? {};
  return (
    <Page
      title={title ?? '漫画'}
      actions={
        <Link to="/comics" className="flex min-h-11 items-center text-accent">
          全部漫画
        </Link>
      }
    >
      <Loaded query={query}>{(comic) => <Opened comic={comic} />}</Loaded>
    </Page>
  );
}

function Opened({ comic }: { comic: Comic }) {
  const { id, mergedInto } = comic;
  const address = `/comics/${id}`;
  const [mayPrice, mayGive, maySeeFigures] = [
    useMayChange()('priceCoins'),
    useMayCall(setAuthor),
    useMayCall(comicFigures),
  ];
  return (
    <>
      <Head comic={comic} />
      {mergedInto === null ? (
        <>
          <Tabs
            label="这部漫画"
            tabs={[
              { to: address, title: mayPrice ? '资料与价格' : '资料' },
              { to: `${address}/chapters`, title: '话' },
              { to: `${address}/prices`, title: '读者付多少' },
              ...(maySeeFigures ? [{ to: `${address}/figures`, title: '阅读数' }] : []),
              { to: `${address}/history`, title: '历史' },
            ]}
          />
          <Routes>
            <Route
              index
              element={
                <>
                  <FieldsForm comic={comic} />
                  {mayGive && <AuthorsCard comicId={id} />}
                  <SourcesCard comic={comic} />
                </>
              }
            />
            <Route path="chapters" element={<ChaptersTab comicId={id} />} />
            <Route path="prices" element={<PricesTab comicId={id} />} />
            <Route path="figures" element={<FiguresTab comicId={id} />} />
            <Route path="history" element={<HistoryTab comicId={id} />} />
          </Routes>
        </>
      ) : (
        <p>
          这部漫画已并入
          <Link to={`/comics/${mergedInto.id}`} className="text-accent">
            《{mergedInto.title}》
          </Link>
        </p>
      )}
    </>
  );
}

function Head({ comic }: { comic: Comic }) {
  const { id, code, state, deletedAt, cover, chapters, readerUrl } = comic;
  const mayDecide = useMayCall(comicState);
  return (
    <section className="flex flex-wrap items-start gap-4 rounded-2xl bg-raised p-4 ring-1 ring-line sm:p-6">
      <CoverThumb cover={cover} className="h-28 w-21" />
      <div className="min-w-0 flex-1 basis-48">
        <p className={state === 'online' ? '' : 'text-warm'}>
          {STATE_NAMES[state]}
          {deletedAt !== null && `（${timeText(deletedAt)}）`}
        </p>
        <p className="text-sm text-soft">
          编号 {id} · 代码 {code} · {chapters} 话
        </p>
        {state === 'online' && (
          <a
            href={readerUrl}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-11 items-center text-sm text-accent"
          >
            在网站上看
          </a>
        )}
      </div>
      {state !== 'merged' && (
        <div className="flex flex-wrap gap-3">
          <PictureButtons comic={comic} />
          {mayDecide && <ComicActions comic={comic} />}
        </div>
      )}
    </section>
  );
}
