import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { centreIn } from '../../../ui/centre.ts';
import { useMarked } from './screen-link/use-marked.ts';

type TabRowProps<Key> = {
  label: string;
  tabs: readonly { key: Key; label: string }[];
  picked: Key;
  onPick(key: Key): void;
  /** Shows all tabs side by side on a phone. In a scrolling row readers would not find a fifth tab. */
  dense?: boolean;
};

/** The tabs of a screen or sheet. The arrow keys move between them. */
export function TabRow<Key extends string | number>({ label, tabs, picked, onPick, dense }: TabRowProps<Key>) {
  const [marked, mark] = useMarked(picked);
  const pick = (key: Key) => mark(key, () => onPick(key));
  const row = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another mark scrolls the row.
  useLayoutEffect(() => {
    centreIn(row.current, '[aria-selected=true]');
  }, [marked]);
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by) return;
    const place = (tabs.findIndex(({ key }) => key === marked) + by + tabs.length) % tabs.length;
    const next = tabs[place];
    if (!next) return;
    pick(next.key);
    row.current?.querySelectorAll('button')[place]?.focus();
  };
  return (
    <div
      ref={row}
      role="tablist"
      aria-label={label}
      onKeyDown={onKeyDown}
      className={`no-scrollbar flex min-w-0 overflow-x-auto ${dense ? 'sm:gap-6' : 'gap-6'}`}
    >
      {tabs.map(({ key, label: text }) => (
        <button
          key={key}
          type="button"
          role="tab"
          aria-selected={key === marked}
          tabIndex={key === marked ? 0 : -1}
          className="h-11 min-w-11 shrink-0 border-b-2 border-transparent text-soft aria-selected:border-accent aria-selected:font-medium aria-selected:text-ink"
          onClick={() => pick(key)}
        >
          {text}
        </button>
      ))}
    </div>
  );
}
