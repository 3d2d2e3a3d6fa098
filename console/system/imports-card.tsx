import type { DataOf } from '#contract/call';
import type { system } from '#contract/console/system';
import { Card } from '../parts/page.tsx';
import { timeText } from '../parts/time.ts';

type System = DataOf<typeof system>;

export function ImportsCard({ library, refused }: { library: System['library']; refused: System['refusedImport'] }) {
  return (
    <Card title="导入" hint="书库文件夹由服务器看着，放进去的自动导入">
      <div className="flex flex-col gap-3">
        {library ? <Library library={library} /> : <p className="text-soft">没有设书库文件夹，或还没有导入过一遍。</p>}
        {refused && (
          <p className="break-words">
            最近一次有没导入的：{timeText(refused.at)}，{refused.refused} 份，如 {refused.example}
          </p>
        )}
      </div>
    </Card>
  );
}

function Library({ library }: { library: NonNullable<System['library']> }) {
  const { folders, missing, endedAt, failure, refusedFiles } = library;
  return (
    <>
      <p className="break-all">
        {folders.join('、')}：上次导入在 {timeText(endedAt)}，新 {library.new}、换 {library.replaced}、改{' '}
        {library.updated}、不变 {library.unchanged}、没导入 {library.refused}
      </p>
      {missing.length > 0 && <p className="text-danger">文件夹不在：{missing.join('、')}</p>}
      {failure && <p className="text-danger">没有导入完：{failure}</p>}
      {refusedFiles.length > 0 && (
        <details>
          <summary className="flex min-h-11 cursor-pointer items-center text-accent">
            至今导入不了的 {refusedFiles.length} 份
          </summary>
          <ul className="divide-y divide-line text-sm break-all">
            {refusedFiles.map(({ path, reason, since }) => (
              <li key={path} className="py-2">
                {path}：{reason}
                <span className="text-soft">（{timeText(since)} 起）</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
