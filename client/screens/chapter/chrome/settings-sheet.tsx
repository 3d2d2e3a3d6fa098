import type { ComponentProps, ReactNode } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { SwitchRow } from '../../../../ui/switch-row.tsx';
import { type Choice, ChoiceRow } from '../../../features/listings/choice-row.tsx';
import {
  forgetOwnSettings,
  type ReaderSettings,
  setReaderSettings,
  useHasOwnSettings,
  useReaderSettings,
} from '../settings/reader-settings.ts';
import { FullscreenSwitch } from './fullscreen-switch.tsx';
import { Labelled, SliderRow } from './setting-rows.tsx';
import { ZonePictures } from './zone-pictures.tsx';

export type SettingsSheetProps = {
  comicId: number;
  onClose: () => void;
  /** Starts auto-scroll; undefined in paged modes. */
  onAutoScroll?: (() => void) | undefined;
};

const MODES: Choice<ReaderSettings['mode']>[] = [
  { key: 'auto', label: '自动' },
  { key: 'strip', label: '条漫' },
  { key: 'strip-rtl', label: '横卷' },
  { key: 'paged-ltr', label: '翻页' },
  { key: 'paged-rtl', label: '日漫翻页' },
  { key: 'double', label: '双页' },
];
const BACKGROUNDS: Choice<ReaderSettings['background']>[] = [
  { key: 'auto', label: '随主题' },
  { key: 'black', label: '纯黑' },
  { key: 'dark', label: '深灰' },
  { key: 'paper', label: '纸色' },
  { key: 'white', label: '纯白' },
];
const GAPS: Choice<ReaderSettings['pageGap']>[] = [
  { key: 'none', label: '无' },
  { key: 'small', label: '小' },
];

/** The reading settings, for this device or for this comic alone. */
export function SettingsSheet({ comicId, onClose, onAutoScroll }: SettingsSheetProps) {
  const settings = useReaderSettings(comicId);
  const isOwn = useHasOwnSettings(comicId);
  const set = (change: Partial<ReaderSettings>) => setReaderSettings(change, isOwn ? comicId : null);
  return (
    <Dialog title="阅读设置" onClose={onClose}>
      <div className="flex flex-col gap-4">
        <SwitchRow
          on={isOwn}
          onSwitch={(on) => (on ? setReaderSettings(settings, comicId) : forgetOwnSettings(comicId))}
        >
          只用于这部漫画
        </SwitchRow>
        <Choose label="阅读方式" choices={MODES} picked={settings.mode} onPick={(mode) => set({ mode })} />
        <Labelled label="点按区域">
          <ZonePictures picked={settings.tapZones} onPick={(tapZones) => set({ tapZones })} />
        </Labelled>
        <SwitchRow on={settings.invertTaps} onSwitch={(invertTaps) => set({ invertTaps })}>
          前后对调
        </SwitchRow>
        <Choose
          label="背景"
          choices={BACKGROUNDS}
          picked={settings.background}
          onPick={(background) => set({ background })}
        />
        <Percent
          label="亮度"
          range={{ least: 20, most: 100, step: 5 }}
          at={settings.brightness}
          onSlide={(brightness) => set({ brightness })}
        />
        <Percent
          label="护眼"
          range={{ least: 0, most: 60, step: 5 }}
          at={settings.warmth}
          onSlide={(warmth) => set({ warmth })}
        />
        <SwitchRow on={settings.grey} onSwitch={(grey) => set({ grey })}>
          灰度
        </SwitchRow>
        <SliderRow
          label="最大页宽"
          range={{ least: 400, most: 1200, step: 50 }}
          at={settings.stripWidth}
          text={`${settings.stripWidth} 像素`}
          onSlide={(stripWidth) => set({ stripWidth })}
        />
        <Percent
          label="两侧留白"
          range={{ least: 0, most: 25, step: 5 }}
          at={settings.stripPadding}
          onSlide={(stripPadding) => set({ stripPadding })}
        />
        <Choose label="页间距" choices={GAPS} picked={settings.pageGap} onPick={(pageGap) => set({ pageGap })} />
        <SwitchRow on={settings.crops} onSwitch={(crops) => set({ crops })}>
          裁掉白边
        </SwitchRow>
        {onAutoScroll && (
          <AutoScroll
            speed={settings.scrollSpeed}
            onSpeed={(scrollSpeed) => set({ scrollSpeed })}
            onStart={() => {
              onClose();
              onAutoScroll();
            }}
          />
        )}
        {'wakeLock' in navigator && (
          <SwitchRow on={settings.keepsAwake} onSwitch={(keepsAwake) => set({ keepsAwake })}>
            屏幕常亮
          </SwitchRow>
        )}
        <FullscreenSwitch />
      </div>
    </Dialog>
  );
}

function Choose<Key extends string>(props: ComponentProps<typeof ChoiceRow<Key>>): ReactNode {
  return (
    <Labelled label={props.label}>
      <ChoiceRow {...props} wrap />
    </Labelled>
  );
}

type PercentProps = Omit<ComponentProps<typeof SliderRow>, 'text'>;

function Percent(props: PercentProps) {
  return <SliderRow {...props} text={`${props.at}%`} />;
}

type AutoScrollProps = { speed: number; onSpeed: (speed: number) => void; onStart: () => void };

function AutoScroll({ speed, onSpeed, onStart }: AutoScrollProps) {
  return (
    <div className="flex flex-col gap-2">
      <SliderRow
        label="自动滚动"
        range={{ least: 20, most: 300, step: 20 }}
        at={speed}
        text={`每秒 ${speed} 像素`}
        onSlide={onSpeed}
      />
      <Button look="tinted" onClick={onStart}>
        开始滚动，轻触停下
      </Button>
    </div>
  );
}
