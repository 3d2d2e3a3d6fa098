import { useEffect, useRef, useState } from 'react';
import { SearchField } from '../../ui/search-field.tsx';
import { useFilter } from './filter.ts';

const TYPED_MS = 300;

/** A search field whose text is the part `name` of the page's filter. The filter follows when typing pauses. */
export function SearchBox({ label, name = 'q' }: { label: string; name?: string }) {
  const { get, set } = useFilter();
  const inAddress = get(name);
  const [text, setText] = useState(inAddress);
  const latestSet = useRef(set);
  latestSet.current = set;
  useEffect(() => setText(inAddress), [inAddress]);
  useEffect(() => {
    if (text.trim() === inAddress) return;
    const timer = setTimeout(() => latestSet.current(name, text.trim()), TYPED_MS);
    return () => clearTimeout(timer);
  }, [text, inAddress, name]);
  return <SearchField label={label} value={text} onText={setText} />;
}
