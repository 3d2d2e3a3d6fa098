import { useState } from 'react';
import { comicNames } from '#contract/console/editorial';
import { IconButton } from '../../ui/button.tsx';
import { CloseIcon } from '../../ui/screen-icons.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { Sortable } from '../parts/sortable.tsx';
import { useAnswer } from '../runtime/queries.ts';

const TYPED_MS = 300;

type ComicsInputProps = {
  label: string;
  error: string | null;
  isSingle: boolean;
  titles: readonly string[];
  onTitles(titles: string[]): void;
};

/** Comics chosen by a part of their title. */
export function ComicsInput({ label, error, isSingle, titles, onTitles }: ComicsInputProps) {
  const [typed, setTyped] = useState('');
  const word = useDebounced(typed.trim(), TYPED_MS);
  const add = (title: string) => {
    onTitles(isSingle ? [title] : [...titles, title]);
    setTyped('');
  };
  const remove = (title: string) => onTitles(titles.filter((each) => each !== title));
  return (
    <fieldset className="flex flex-col gap-2 sm:col-span-2">
      <legend className="text-sm text-soft">{label}</legend>
      {titles.length > 0 && (
        <Sortable
          label={label}
          className="divide-y divide-line rounded-lg ring-1 ring-line"
          items={titles}
          keyOf={(title) => title}
          nameOf={(title) => title}
          onMove={(from, to) => onTitles(titles.toSpliced(from, 1).toSpliced(to, 0, titles[from] ?? ''))}
        >
          {(title, _index, controls) => (
            <span className="flex items-center gap-2 pl-3">
              <span className="min-w-0 flex-1 break-words">{title}</span>
              {!isSingle && controls}
              <IconButton label={`去掉 ${title}`} onClick={() => remove(title)}>
                <CloseIcon className="size-5" />
              </IconButton>
            </span>
          )}
        </Sortable>
      )}
      <SearchField label={`搜索书名，${isSingle ? '选一部' : '添加漫画'}`} value={typed} onText={setTyped} />
      {word !== '' && typed !== '' && <FoundComics word={word} chosen={titles} onChoose={add} />}
      {error && (
        <p role="alert" className="text-xs text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}

function FoundComics({
  word,
  chosen,
  onChoose,
}: {
  word: string;
  chosen: readonly string[];
  onChoose(title: string): void;
}) {
  const { data } = useAnswer(comicNames, { word });
  if (!data) return null;
  const list = data.list.filter(({ title }) => !chosen.includes(title));
  if (list.length === 0) return <p className="text-sm text-soft">没有找到别的漫画</p>;
  return (
    <ul className="max-h-64 divide-y divide-line overflow-y-auto rounded-lg ring-1 ring-line">
      {list.map(({ title, code, online }) => (
        <li key={code}>
          <button
            type="button"
            className="flex min-h-11 w-full items-center gap-2 px-3 text-left hover:bg-sunken"
            onClick={() => onChoose(title)}
          >
            <span className="min-w-0 flex-1 break-words">{title}</span>
            <span className="text-sm text-soft">
              {code}
              {!online && '，已下架'}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
