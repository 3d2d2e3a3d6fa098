import { ForwardIcon, SearchIcon } from '../../../ui/icons.tsx';
import { ScreenLink } from '../../features/navigation/screen-link/screen-link.tsx';
import { LazyImage } from '../../features/pictures/lazy-image/lazy-image.tsx';
import { comicPath } from '../../paths.ts';
import { Marked } from './marked.tsx';
import type { Suggestion } from './use-suggestions.ts';

type SuggestionListProps = {
  typed: string;
  suggestions: readonly Suggestion[];
  onSearch(words: string): void;
  /** A comic is opened from here. */
  onOpen(title: string): void;
};

const ROW = 'flex min-h-12 w-full items-center gap-3 py-2 text-left';

/** Suggestions while typing: comics to open, and texts to search for. */
export function SuggestionList({ typed, suggestions, onSearch, onOpen }: SuggestionListProps) {
  return (
    <ul aria-label="搜索建议" className="page-width pt-2">
      <li className="border-b border-line">
        <button type="button" className={ROW} onClick={() => onSearch(typed)}>
          <SearchIcon className="mx-1.5 size-5 shrink-0 text-soft" />
          <span className="min-w-0 flex-1 truncate">搜索「{typed}」</span>
        </button>
      </li>
      {suggestions.map((suggestion) => (
        <li key={`${suggestion.comicId ?? ''} ${suggestion.text}`} className="border-b border-line">
          {suggestion.comicId === undefined ? (
            <button type="button" className={ROW} onClick={() => onSearch(suggestion.text)}>
              <SearchIcon className="mx-1.5 size-5 shrink-0 text-soft" />
              <Suggested {...suggestion} />
            </button>
          ) : (
            <ScreenLink to={comicPath(suggestion.comicId)} className={ROW} onClick={() => onOpen(suggestion.text)}>
              <span className="relative w-8 shrink-0 overflow-hidden rounded bg-sunken ring-inside">
                {suggestion.cover && (
                  <LazyImage image={suggestion.cover} alt="" className="aspect-3/4 w-full object-cover" />
                )}
              </span>
              <Suggested {...suggestion} />
              <ForwardIcon className="size-5 shrink-0 text-soft" />
            </ScreenLink>
          )}
        </li>
      ))}
    </ul>
  );
}

function Suggested({ text, mark }: Suggestion) {
  return (
    <span className="min-w-0 flex-1 truncate">
      <Marked text={text} mark={mark} />
    </span>
  );
}
