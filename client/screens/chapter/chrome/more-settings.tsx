import { SwitchRow } from '../../../../ui/switch-row.tsx';
import type { ReaderSettings } from '../settings/reader-settings.ts';
import { FullscreenSwitch } from './fullscreen-switch.tsx';
import { type Level, Levels } from './levels.tsx';
import { Named, SliderRow } from './setting-rows.tsx';
import { ZonePictures } from './zone-pictures.tsx';

/** The maximum width of a strip, in CSS pixels. */
const WIDTHS: readonly Level[] = [
  { label: '窄', value: 600 },
  { label: '中', value: 800 },
  { label: '宽', value: 1200 },
];
/** As levels, so that they look like the others. */
const GAPS: readonly Level[] = [
  { label: '无', value: 0 },
  { label: '小', value: 1 },
];

type MoreSettingsProps = {
  settings: ReaderSettings;
  /** The comic has settings of its own. */
  isOwn: boolean;
  set: (change: Partial<ReaderSettings>) => void;
  onOwn: (on: boolean) => void;
};

/** The settings that are seldom changed. */
export function MoreSettings({ settings, isOwn, set, onOwn }: MoreSettingsProps) {
  return (
    <div className="flex flex-col gap-1">
      <SwitchRow on={isOwn} onSwitch={onOwn}>
        只用于这部漫画
      </SwitchRow>
      <p className="mt-2 mb-1 text-sm">点按区域</p>
      <ZonePictures picked={settings.tapZones} onPick={(tapZones) => set({ tapZones })} />
      <SwitchRow on={settings.invertTaps} onSwitch={(invertTaps) => set({ invertTaps })}>
        左右互换
      </SwitchRow>
      <SliderRow
        label="护眼"
        range={{ least: 0, most: 60, step: 5 }}
        at={settings.warmth}
        text={`${settings.warmth}%`}
        onSlide={(warmth) => set({ warmth })}
      />
      <SliderRow
        label="两侧留白"
        range={{ least: 0, most: 25, step: 5 }}
        at={settings.stripPadding}
        text={`${settings.stripPadding}%`}
        onSlide={(stripPadding) => set({ stripPadding })}
      />
      <Named name="最大页宽">
        <Levels
          label="最大页宽"
          levels={WIDTHS}
          at={settings.stripWidth}
          onPick={(stripWidth) => set({ stripWidth })}
        />
      </Named>
      <Named name="页间距">
        <Levels
          label="页间距"
          levels={GAPS}
          at={settings.pageGap === 'small' ? 1 : 0}
          onPick={(gap) => set({ pageGap: gap === 1 ? 'small' : 'none' })}
        />
      </Named>
      <SwitchRow on={settings.crops} onSwitch={(crops) => set({ crops })}>
        裁掉白边
      </SwitchRow>
      <SwitchRow on={settings.grey} onSwitch={(grey) => set({ grey })}>
        灰度
      </SwitchRow>
      {'wakeLock' in navigator && (
        <SwitchRow on={settings.keepsAwake} onSwitch={(keepsAwake) => set({ keepsAwake })}>
          屏幕常亮
        </SwitchRow>
      )}
      <FullscreenSwitch />
    </div>
  );
}
