import type { ReaderSettings } from '../settings/reader-settings.ts';
import { TAP_ZONES, type TapAction, type TapShape } from '../settings/tap-zones.ts';

const SHAPES: readonly { key: ReaderSettings['tapZones']; label: string }[] = [
  { key: 'auto', label: '自动' },
  { key: 'off', label: '关闭' },
  { key: 'sides', label: '左右' },
  { key: 'rows', label: '上下' },
  { key: 'edges', label: '两侧' },
  { key: 'L', label: 'L 形' },
];

type ZonePicturesProps = { picked: ReaderSettings['tapZones']; onPick: (shape: ReaderSettings['tapZones']) => void };

/** The shapes of the tap zones to choose from, each as a small picture of the screen. */
export function ZonePictures({ picked, onPick }: ZonePicturesProps) {
  return (
    <div className="grid grid-cols-6 gap-2">
      {SHAPES.map(({ key, label }) => (
        <button
          key={key}
          type="button"
          aria-pressed={key === picked}
          onClick={() => onPick(key)}
          className="flex flex-col items-center gap-1 rounded-lg bg-sunken py-2 text-xs text-soft aria-pressed:bg-tint aria-pressed:font-medium aria-pressed:text-on-tint"
        >
          {key === 'auto' ? <span className="grid h-12 place-items-center">A</span> : <ZonePicture shape={key} />}
          {label}
        </button>
      ))}
    </div>
  );
}

/** The action of each part of the screen: dark parts go forward, light parts go back. */
const SHADES: Record<TapAction, number> = { forward: 0.75, backward: 0.3, menu: 0 };

const THIRDS = [0, 1, 2];

function ZonePicture({ shape }: { shape: TapShape }) {
  return (
    <svg viewBox="0 0 24 32" className="h-12" stroke="currentColor" strokeWidth="0.75" aria-hidden="true">
      {THIRDS.flatMap((y) =>
        THIRDS.map((x) => (
          <rect
            key={`${y} ${x}`}
            x={x * 8}
            y={(y * 32) / 3}
            width="8"
            height={32 / 3}
            fill="currentColor"
            fillOpacity={SHADES[TAP_ZONES[shape][y]?.[x] ?? 'menu']}
            strokeOpacity="0.4"
          />
        )),
      )}
    </svg>
  );
}
