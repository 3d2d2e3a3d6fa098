import { nearest } from '../settings/nearest.ts';

export type Level = { label: string; value: number };

type LevelsProps = {
  label: string;
  levels: readonly Level[];
  /** The current value, of which the nearest level is marked; null marks none. */
  at: number | null;
  onPick: (value: number) => void;
};

/** A number that is chosen by word: 慢 中 快. */
export function Levels({ label, levels, at, onPick }: LevelsProps) {
  const picked = at === null ? null : nearest(levels, at);
  return (
    <fieldset aria-label={label} className="flex min-w-0 flex-1 gap-2">
      {levels.map((level) => (
        <button
          key={level.value}
          type="button"
          aria-pressed={level === picked}
          onClick={() => onPick(level.value)}
          className="h-11 flex-1 rounded-full bg-sunken text-sm text-soft aria-pressed:bg-tint aria-pressed:font-medium aria-pressed:text-on-tint"
        >
          {level.label}
        </button>
      ))}
    </fieldset>
  );
}
