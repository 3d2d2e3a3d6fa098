import type { ReactNode } from 'react';
import { IconButton } from '../../../../ui/button.tsx';
import { BackIcon } from '../../../../ui/screen-icons.tsx';

type TopBarProps = {
  title: string;
  subtitle?: string;
  shown?: boolean;
  onBack: () => void;
  /** Buttons at its end. */
  children?: ReactNode;
};

/** The reader's top bar. While hidden it can still be focused with the keyboard, which shows it again. */
export function TopBar({ title, subtitle, shown = true, onBack, children }: TopBarProps) {
  return (
    <header
      data-bar={shown ? 'shown' : 'hidden'}
      className={`absolute inset-x-0 top-0 z-10 border-b border-line bg-raised pt-[env(safe-area-inset-top)] transition-transform duration-200 ${shown ? '' : '-translate-y-full'}`}
    >
      <div className="mx-auto flex min-h-14 max-w-[800px] flex-wrap items-center gap-x-1 pr-2 pl-1 low:min-h-12">
        <IconButton label="返回" onClick={onBack}>
          <BackIcon />
        </IconButton>
        <div className="min-w-0 flex-1 basis-12">
          <h1 className="truncate text-[0.9375rem] font-medium">{title}</h1>
          {subtitle && <p className="truncate text-xs text-soft">{subtitle}</p>}
        </div>
        {children}
      </div>
    </header>
  );
}
