import { type FormEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { IconButton } from '../../../ui/button.tsx';
import { BackIcon } from '../../../ui/screen-icons.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { WithBanners } from '../../features/listings/with-banners.tsx';
import { TopBar } from '../../features/navigation/top-bar/top-bar.tsx';
import { useScreenTitle } from '../../features/navigation/use-screen-title.ts';
import { useSearchParams } from '../../features/navigation/use-search-params.ts';
import { leaveScreen } from '../../features/navigation/way-back/way-back.ts';
import { deviceStorage } from '../../runtime/storage/safe-storage.ts';
import { cleanWords, readSearchAddress, type SearchAddress, writeSearchAddress } from './search-address.ts';
import { addToHistory } from './search-history.ts';
import { SearchResults } from './search-results.tsx';
import { SearchStart } from './search-start.tsx';
import { SuggestionList } from './suggestion-list.tsx';
import { useSuggestions } from './use-suggestions.ts';

/** The index of the screen, which is its banner slot. */
const SLOT = 7;

/** The search: the start, suggestions while typing, and the results for the address, which may name a genre alone. */
export function SearchScreen() {
  useScreenTitle('搜索');
  const [params, setParams] = useSearchParams();
  const address = readSearchAddress(params);
  const field = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState(address.words);
  const words = cleanWords(typed);
  const isTyping = words !== address.words;
  const suggestions = useSuggestions(isTyping ? words : '');

  // The address changes by the browser's own back and forward too.
  useLayoutEffect(() => setTyped(address.words), [address.words]);
  useEffect(() => {
    const params = new URLSearchParams(location.search);
    if (params.get('q') === null && params.get('genre') === null) field.current?.querySelector('input')?.focus();
  }, []);

  // The search replaces the empty screen, so that going back from its results leaves the search.
  const show = (next: SearchAddress) => setParams(writeSearchAddress(next), { replace: true });
  const searchFor = (given: string) => {
    const found = cleanWords(given);
    setTyped(found);
    field.current?.querySelector('input')?.blur();
    if (found === '') return;
    addToHistory(deviceStorage, found);
    show({ ...address, words: found });
  };
  const onText = (text: string) => {
    setTyped(text);
    if (text === '' && address.words !== '') show({ ...address, words: '', genre: '' });
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    searchFor(typed);
  };
  return (
    <>
      <TopBar wideOnly />
      <SearchHeader field={field} typed={typed} onText={onText} onSubmit={onSubmit} />
      <main className="pb-[calc(env(safe-area-inset-bottom)+32px)]">
        {isTyping && words !== '' ? (
          <SuggestionList
            typed={words}
            suggestions={suggestions}
            onSearch={searchFor}
            onOpen={(title) => addToHistory(deviceStorage, title)}
          />
        ) : address.words !== '' || address.genre !== '' ? (
          <SearchResults address={address} onChange={show} />
        ) : (
          <WithBanners slot={SLOT} waiting={null}>
            <SearchStart onSearch={searchFor} />
          </WithBanners>
        )}
      </main>
    </>
  );
}

type SearchHeaderProps = {
  field: RefObject<HTMLFormElement | null>;
  typed: string;
  onText(text: string): void;
  onSubmit(event: FormEvent): void;
};

function SearchHeader({ field, typed, onText, onSubmit }: SearchHeaderProps) {
  const navigate = useNavigate();
  return (
    <header className="sticky top-0 z-20 border-b border-line pt-[env(safe-area-inset-top)] frosted">
      <div className="page-width flex h-14 items-center gap-1.5">
        <IconButton label="返回" className="-ml-2" onClick={() => leaveScreen(navigate)}>
          <BackIcon />
        </IconButton>
        <h1 className="sr-only">搜索</h1>
        <search className="min-w-0 flex-1">
          <form ref={field} onSubmit={onSubmit}>
            <SearchField label="搜书名、作者、拼音" value={typed} onText={onText} />
          </form>
        </search>
      </div>
    </header>
  );
}
