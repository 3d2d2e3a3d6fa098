import { Link } from 'react-router';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../parts/page.tsx';
import type { UploadView } from './queries.ts';
import { SourceList } from './source-list.tsx';

/** The result of the import, with links to the comics. */
export function ImportResult({ upload }: { upload: UploadView }) {
  const { sources, comics } = upload;
  const refused = sources.filter(({ result }) => result === 'refused');
  const others = sources.filter(({ result }) => result !== 'refused');
  return (
    <>
      <Card title={`导入了 ${others.length} 话`} hint="传上来的文件已经从服务器上删除。">
        <ul className="flex flex-wrap gap-3">
          {comics.map(({ id, title }) => (
            <li key={id}>
              <Link to={`/comics/${id}`} className={buttonClass('tinted')}>
                《{title}》
              </Link>
            </li>
          ))}
        </ul>
      </Card>
      {refused.length > 0 && (
        <Card title={`没有导入的 ${refused.length} 份`} hint="按原因处理之后，再上传这几份。">
          <SourceList sources={refused} upload={upload} isReadOnly />
        </Card>
      )}
      {others.length > 0 && (
        <Card title="各话">
          <SourceList sources={others} upload={upload} isReadOnly />
        </Card>
      )}
    </>
  );
}
