import { Link } from 'react-router';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../parts/page.tsx';
import type { UploadSource, UploadView } from './queries.ts';
import { SourceList } from './source-list.tsx';

/** The result of the import. */
export function ImportResult({ upload }: { upload: UploadView }) {
  const refused = upload.sources.filter(({ result }) => result === 'refused');
  const others = upload.sources.filter(({ result }) => result !== 'refused');
  return (
    <>
      <ImportedCards upload={upload} sources={others} hint="传上来的文件已经从服务器上删除。" />
      {refused.length > 0 && (
        <Card title={`没有导入的 ${refused.length} 份`} hint="按原因处理之后，再上传这几份。">
          <SourceList sources={refused} upload={upload} isReadOnly />
        </Card>
      )}
    </>
  );
}

type ImportedProps = { upload: UploadView; sources: readonly UploadSource[]; hint: string };

/** Imported chapters, with links to their comics. */
export function ImportedCards({ upload, sources, hint }: ImportedProps) {
  return (
    <>
      <Card title={`导入了 ${sources.length} 话`} hint={hint}>
        <ul className="flex flex-wrap gap-3">
          {upload.comics.map(({ id, title }) => (
            <li key={id}>
              <Link to={`/comics/${id}`} className={buttonClass('tinted')}>
                《{title}》
              </Link>
            </li>
          ))}
        </ul>
      </Card>
      {sources.length > 0 && (
        <Card title="各话">
          <SourceList sources={sources} upload={upload} isReadOnly />
        </Card>
      )}
    </>
  );
}
