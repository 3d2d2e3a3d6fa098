import type { ReaderSettings } from '../settings/reader-settings.ts';

type Background = ReaderSettings['background'];

const SWATCHES: readonly { key: Background; label: string; color: string }[] = [
  { key: 'auto', label: '随主题', color: 'linear-gradient(135deg, #fff 50%, #161a1a 50%)' },
  { key: 'white', label: '纯白', color: '#fff' },
  { key: 'paper', label: '纸色', color: '#f4ecd8' },
  { key: 'dark', label: '深灰', color: '#161a1a' },
  { key: 'black', label: '纯黑', color: '#000' },
];

/** The backgrounds of the pages to choose from. */
export function Swatches({ picked, onPick }: { picked: Background; onPick: (background: Background) => void }) {
  return (
    <fieldset aria-label="背景" className="flex min-w-0 flex-1 justify-between">
      {SWATCHES.map(({ key, label, color }) => (
        <button
          key={key}
          type="button"
          aria-label={label}
          title={label}
          aria-pressed={key === picked}
          onClick={() => onPick(key)}
          className="group grid size-11 place-items-center rounded-full"
        >
          <span
            className="size-8 rounded-full ring-1 ring-line group-aria-pressed:ring-2 group-aria-pressed:ring-accent group-aria-pressed:ring-offset-2 group-aria-pressed:ring-offset-raised"
            style={{ background: color }}
          />
        </button>
      ))}
    </fieldset>
  );
}
