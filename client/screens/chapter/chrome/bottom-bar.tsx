import { type ComponentType, type ReactNode, useState } from 'react';
import type { ChapterItem } from '#contract/shapes';
import { ListIcon, MoonIcon, NextIcon, PreviousIcon, SunIcon, TuneIcon } from '../../../../ui/reader-icons.tsx';
import { ScreenLink } from '../../../features/navigation/screen-link/screen-link.tsx';
import { NOT_LOADED } from '../../../features/text/not-loaded.tsx';
import { toast } from '../../../notices.ts';
import { chapterPath } from '../../../paths.ts';
import { useNight } from './use-night.ts';

type Neighbour = {
  item: ChapterItem | null;
  /** Scrolls to the chapter if it is already joined; null otherwise. */
  go: (() => void) | null;
};

type BottomBarProps = {
  shown: boolean;
  comicId: number;
  current: ChapterItem;
  previous: Neighbour;
  next: Neighbour;
  onAutoScroll?: (() => void) | undefined;
  /** The slider, where there are pages. */
  children?: ReactNode;
};

/** The reader's bottom bar: the progress, the chapter list, the chapters beside, night mode and the settings. */
export function BottomBar({ shown, comicId, current, previous, next, onAutoScroll, children }: BottomBarProps) {
  const drawer = useSheet(loadDrawer);
  const settings = useSheet(loadSettings);
  const [night, toggleNight] = useNight();
  return (
    <nav
      aria-label="阅读"
      data-bar={shown ? 'shown' : 'hidden'}
      className={`absolute inset-x-0 bottom-0 z-10 border-t border-line bg-raised pb-[env(safe-area-inset-bottom)] transition-transform duration-200 ${shown ? '' : 'translate-y-full'}`}
    >
      <div className="mx-auto max-w-[800px] px-4 low:flex low:h-12 low:items-center low:gap-3">
        {children}
        {/* With a large system font the five buttons need the whole width. */}
        <div className="-mx-4 flex pb-1 low:mx-0 low:flex-1 low:pb-0">
          <button type="button" className={ACTION} onClick={drawer.open}>
            <ListIcon />
            目录
          </button>
          <Beside {...previous}>
            <PreviousIcon />
            上一话
          </Beside>
          <Beside {...next}>
            <NextIcon />
            下一话
          </Beside>
          <button type="button" data-toggle className={ACTION} onClick={toggleNight}>
            {night ? <SunIcon /> : <MoonIcon />}
            {night ? '日间' : '夜间'}
          </button>
          <button type="button" className={ACTION} onClick={settings.open}>
            <TuneIcon />
            设置
          </button>
        </div>
      </div>
      {drawer.Sheet && <drawer.Sheet comicId={comicId} current={current} onClose={drawer.close} />}
      {settings.Sheet && <settings.Sheet comicId={comicId} onAutoScroll={onAutoScroll} onClose={settings.close} />}
    </nav>
  );
}

const ACTION =
  'flex h-12 min-w-0 flex-1 flex-col items-center justify-center gap-0.5 text-xs whitespace-nowrap text-soft -outline-offset-2 active:opacity-60 disabled:opacity-50 low:flex-row low:gap-1';

function Beside({ item, go, children }: Neighbour & { children: ReactNode }) {
  if (!item || go) {
    return (
      <button type="button" className={ACTION} disabled={!item} onClick={go ?? undefined}>
        {children}
      </button>
    );
  }
  return (
    <ScreenLink to={chapterPath(item.id)} replace className={ACTION}>
      {children}
    </ScreenLink>
  );
}

/** A sheet whose code is fetched when it is first opened. */
function useSheet<Props>(load: () => Promise<ComponentType<Props>>) {
  const [Sheet, setSheet] = useState<ComponentType<Props> | null>(null);
  const open = () =>
    void load().then(
      (Loaded) => setSheet(() => Loaded),
      () => toast(NOT_LOADED),
    );
  return { Sheet, open, close: () => setSheet(null) };
}

const loadSettings = () => import('./settings-sheet.tsx').then((loaded) => loaded.SettingsSheet);
const loadDrawer = () => import('./chapter-drawer.tsx').then((loaded) => loaded.ChapterDrawer);
