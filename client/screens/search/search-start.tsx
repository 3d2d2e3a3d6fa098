import { useState } from 'react';
import { keyword } from '#contract/calls/listings';
import { IconButton } from '../../../ui/button.tsx';
import { CloseIcon } from '../../../ui/screen-icons.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { ScreenLink } from '../../features/navigation/screen-link/screen-link.tsx';
import { paths } from '../../paths.ts';
import { useCall } from '../../runtime/queries/queries.ts';
import { deviceStorage } from '../../runtime/storage/safe-storage.ts';
import { MostRead } from './most-read.tsx';
import { clearHistory, readHistory, removeFromHistory } from './search-history.ts';

type SearchStartProps = { onSearch(words: string): void };

/** Before anything is typed: the searches of this device, popular searches, and the most read comics. */
export function SearchStart({ onSearch }: SearchStartProps) {
  return (
    <div className="page-width flex flex-col gap-6 pt-4">
      <History onSearch={onSearch} />
      <HotWords onSearch={onSearch} />
      <MostRead />
      <MoreWays />
    </div>
  );
}

/** Ways to comics without words. */
function MoreWays() {
  return (
    <nav aria-label="更多入口">
      <h2 className="flex h-11 items-center font-semibold">更多入口</h2>
      <div className="flex flex-wrap gap-2">
        <ScreenLink to={paths.themes} className={`${CHIP} flex items-center`}>
          专题
        </ScreenLink>
        <ScreenLink to={paths.event} className={`${CHIP} flex items-center`}>
          活动
        </ScreenLink>
      </div>
    </nav>
  );
}

const CHIP = 'h-11 max-w-full min-w-11 truncate rounded-full bg-sunken px-4 text-sm';

function History({ onSearch }: SearchStartProps) {
  const [words, setWords] = useState(() => readHistory(deviceStorage));
  const [editing, setEditing] = useState(false);
  if (words.length === 0) return null;
  const remove = (word: string) => {
    removeFromHistory(deviceStorage, word);
    setWords(readHistory(deviceStorage));
  };
  const clear = () => {
    clearHistory(deviceStorage);
    setWords([]);
  };
  return (
    <section aria-label="搜索历史">
      <div className="flex items-center">
        <h2 className="flex-1 font-semibold">搜索历史</h2>
        {editing && (
          <button type="button" className="h-11 px-3 text-sm text-danger" onClick={clear}>
            全部清除
          </button>
        )}
        <button type="button" className="h-11 px-3 text-sm text-soft" onClick={() => setEditing(!editing)}>
          {editing ? '完成' : '管理'}
        </button>
      </div>
      <ul className="flex flex-wrap gap-2">
        {words.map((word) => (
          <li key={word} className="flex max-w-full items-center">
            <button type="button" className={CHIP} onClick={() => onSearch(word)}>
              {word}
            </button>
            {editing && (
              <IconButton label={`删除 ${word}`} className="text-soft" onClick={() => remove(word)}>
                <CloseIcon className="size-4" />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function HotWords({ onSearch }: SearchStartProps) {
  const { data, error, retry } = useCall(keyword);
  if (error) return <ErrorState message={error.message} onRetry={retry} />;
  if (data?.hot.length === 0) return null;
  return (
    <section aria-label="大家在搜">
      <h2 className="flex h-11 items-center font-semibold">大家在搜</h2>
      {data ? (
        <ol className="flex flex-wrap gap-2">
          {data.hot.map((word) => (
            <li key={word} className="max-w-full">
              <button type="button" className={CHIP} onClick={() => onSearch(word)}>
                {word}
              </button>
            </li>
          ))}
        </ol>
      ) : (
        <div className="flex flex-wrap gap-2" aria-hidden>
          {[1, 2, 3, 4, 5].map((place) => (
            <Skeleton key={place} className="h-11 w-16 rounded-full" />
          ))}
        </div>
      )}
    </section>
  );
}
