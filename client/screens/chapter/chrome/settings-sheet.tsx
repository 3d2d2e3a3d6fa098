import { useState } from 'react';
import { Dialog } from '../../../../ui/dialog.tsx';
import {
  forgetOwnSettings,
  type ReaderSettings,
  setReaderSettings,
  useHasOwnSettings,
  useReaderSettings,
} from '../settings/reader-settings.ts';
import { type Level, Levels } from './levels.tsx';
import { ModeRow } from './mode-row.tsx';
import { MoreSettings } from './more-settings.tsx';
import { Named, SliderRow } from './setting-rows.tsx';
import { Swatches } from './swatches.tsx';

export type SettingsSheetProps = {
  comicId: number;
  onClose: () => void;
  /** Starts auto-scroll; undefined in paged modes. */
  onAutoScroll?: (() => void) | undefined;
};

/** CSS pixels a second. */
const SPEEDS: readonly Level[] = [
  { label: '慢', value: 40 },
  { label: '中', value: 80 },
  { label: '快', value: 160 },
];

/**
 * The reading settings, for this device or for this comic alone. The sheet is low and the page behind it is not dimmed, because
 * the reader looks at the page while choosing.
 */
export function SettingsSheet({ comicId, onClose, onAutoScroll }: SettingsSheetProps) {
  const settings = useReaderSettings(comicId);
  const isOwn = useHasOwnSettings(comicId);
  const [more, setMore] = useState(false);
  const set = (change: Partial<ReaderSettings>) => setReaderSettings(change, isOwn ? comicId : null);
  return (
    <Dialog title="阅读设置" onClose={onClose} low>
      <div className="flex flex-col gap-1">
        <SliderRow
          label="亮度"
          range={{ least: 20, most: 100, step: 5 }}
          at={settings.brightness}
          text={`${settings.brightness}%`}
          onSlide={(brightness) => set({ brightness })}
        />
        <Named name="背景">
          <Swatches picked={settings.background} onPick={(background) => set({ background })} />
        </Named>
        <ModeRow picked={settings.mode} onPick={(mode) => set({ mode })} />
        {onAutoScroll && (
          <Named name="自动滚动">
            <Levels
              label="自动滚动"
              levels={SPEEDS}
              at={null}
              onPick={(scrollSpeed) => {
                set({ scrollSpeed });
                onClose();
                onAutoScroll();
              }}
            />
          </Named>
        )}
        {more ? (
          <MoreSettings
            settings={settings}
            isOwn={isOwn}
            set={set}
            onOwn={(on) => (on ? setReaderSettings(settings, comicId) : forgetOwnSettings(comicId))}
          />
        ) : (
          <button type="button" className="h-11 text-sm text-accent" onClick={() => setMore(true)}>
            更多设置
          </button>
        )}
      </div>
    </Dialog>
  );
}
