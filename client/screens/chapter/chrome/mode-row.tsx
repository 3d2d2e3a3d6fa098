import type { ReactNode } from 'react';
import { Icon } from '../../../../ui/icon.tsx';
import type { ReaderSettings } from '../settings/reader-settings.ts';

type Mode = ReaderSettings['mode'];

const MODES: readonly { key: Mode; label: string; lines: string }[] = [
  { key: 'auto', label: '自动', lines: 'M7 19.5 12 5l5 14.5M8.8 14.5h6.4' },
  { key: 'strip', label: '条漫', lines: 'M7.5 3v18M16.5 3v18M12 7v10M9.5 14.5 12 17l2.5-2.5' },
  { key: 'strip-rtl', label: '横卷', lines: 'M3 7.5h18M3 16.5h18M17 12H7M9.5 9.5 7 12l2.5 2.5' },
  { key: 'paged-ltr', label: '翻页', lines: 'M6.5 4h11v16h-11zM9.5 12h5M12.5 10l2 2-2 2' },
  { key: 'paged-rtl', label: '日漫翻页', lines: 'M6.5 4h11v16h-11zM14.5 12h-5M11.5 10l-2 2 2 2' },
  { key: 'double', label: '双页', lines: 'M3.5 5.5H12v13H3.5zM12 5.5h8.5v13H12z' },
];

/** The reading modes to choose from, each with a picture. */
export function ModeRow({ picked, onPick }: { picked: Mode; onPick: (mode: Mode) => void }): ReactNode {
  return (
    <fieldset aria-label="阅读方式" className="grid min-w-0 flex-1 grid-cols-6 gap-1">
      {MODES.map(({ key, label, lines }) => (
        <button
          key={key}
          type="button"
          aria-pressed={key === picked}
          onClick={() => onPick(key)}
          className="flex h-12 flex-col items-center justify-center rounded-lg bg-sunken text-[0.6875rem] whitespace-nowrap text-soft aria-pressed:bg-tint aria-pressed:font-medium aria-pressed:text-on-tint"
        >
          <Icon className="size-5">
            <path d={lines} />
          </Icon>
          {label}
        </button>
      ))}
    </fieldset>
  );
}
