import { useRef } from 'react';
import { IconButton } from './button.tsx';
import { SearchIcon } from './icons.tsx';
import { CloseIcon } from './screen-icons.tsx';

type SearchFieldProps = { label: string; value: string; onText(text: string): void };

/** A search field with an icon, an accessible name and a button to clear it. */
export function SearchField({ label, value, onText }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="flex h-11 items-center rounded-full bg-sunken pl-4 outline-accent focus-within:outline-2">
      <SearchIcon className="size-5 shrink-0 text-soft" />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={50}
        enterKeyHint="search"
        value={value}
        onChange={(event) => onText(event.target.value)}
        className="h-full min-w-0 flex-1 rounded-full bg-transparent px-3 text-base outline-none [&::-webkit-search-cancel-button]:hidden"
      />
      {value !== '' && (
        <IconButton
          label="清除"
          className="text-soft"
          onClick={() => {
            onText('');
            input.current?.focus();
          }}
        >
          <CloseIcon className="size-5" />
        </IconButton>
      )}
    </div>
  );
}
