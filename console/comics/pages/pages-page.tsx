import { Link, useParams } from 'react-router';
import { chapterPages } from '#contract/console/pages';
import { EmptyState } from '../../../ui/states.tsx';
import { FileButton } from '../../parts/file-button.tsx';
import { Loaded, Page, Problem } from '../../parts/page.tsx';
import { moved, Sortable } from '../../parts/sortable.tsx';
import { useAnswer } from '../../runtime/queries.ts';
import type { ChapterPages } from '../words.ts';
import { usePageChange } from './change-pages.ts';
import { PageCell } from './page-cell.tsx';
import { VersionsCard } from './versions-card.tsx';

export function PagesPage() {
  const id = Number(useParams().chapterId);
  return Number.isSafeInteger(id) && id > 0 ? <OneChapter id={id} /> : <EmptyState title="没有这一话" />;
}

function OneChapter({ id }: { id: number }) {
  const query = useAnswer(chapterPages, { chapterId: id });
  const { data } = query;
  return (
    <Page
      title={data ? `《${data.comicTitle}》第 ${data.no} 话 ${data.title}` : '各页'}
      actions={
        data && (
          <Link to={`/comics/${data.comicId}/chapters`} className="flex min-h-11 items-center text-accent">
            各话
          </Link>
        )
      }
    >
      <Loaded query={query}>{(chapter) => <PageGrid id={id} chapter={chapter} />}</Loaded>
    </Page>
  );
}

function PageGrid({ id, chapter: { pages, version, versions, isLocked } }: { id: number; chapter: ChapterPages }) {
  const { apply, progress, error } = usePageChange(id, version);
  const isBusy = progress !== null;
  const all = pages.map((_page, index) => index);
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <FileButton
          text="添加图片"
          look="primary"
          multiple
          disabled={isBusy}
          onPick={(files) => apply([...all, ...files], `已添加 ${files.length} 页`)}
        />
        <span role="status" className="text-sm text-soft">
          {progress ?? `${pages.length} 页${isLocked ? '，手工改过，导入不再改' : ''}`}
        </span>
      </div>
      <Problem error={error} />
      <Sortable
        label="各页"
        className="grid grid-cols-2 gap-3 sm:grid-cols-[repeat(auto-fill,minmax(10rem,1fr))] [&>li]:overflow-hidden [&>li]:rounded-2xl [&>li]:ring-1 [&>li]:ring-line"
        items={pages}
        keyOf={({ url }) => url}
        nameOf={(_page, index) => `第 ${index + 1} 页`}
        onMove={(from, to) => !isBusy && apply(moved(all, from, to), '已更改顺序')}
      >
        {(page, index, controls) => (
          <PageCell
            page={page}
            no={index + 1}
            isOnly={pages.length === 1}
            isBusy={isBusy}
            controls={controls}
            onReplace={(file) =>
              apply([...all.slice(0, index), file, ...all.slice(index + 1)], `已替换第 ${index + 1} 页`)
            }
            onAdd={(files) =>
              apply([...all.slice(0, index + 1), ...files, ...all.slice(index + 1)], `已添加 ${files.length} 页`)
            }
            onDelete={() => apply(all.toSpliced(index, 1), `已删除第 ${index + 1} 页`)}
          />
        )}
      </Sortable>
      <VersionsCard chapterId={id} versions={versions} />
    </>
  );
}
