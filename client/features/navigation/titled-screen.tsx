import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { IconButton } from '../../../ui/button.tsx';
import { BackIcon } from '../../../ui/screen-icons.tsx';
import { TopBar } from './top-bar/top-bar.tsx';
import { useScreenTitle } from './use-screen-title.ts';
import { leaveScreen } from './way-back/way-back.ts';

type TitledScreenProps = {
  title: string;
  action?: ReactNode;
  /** One of the main screens, which have the shell's top bar in a wide window. */
  main?: boolean;
  children: ReactNode;
};

/** A screen that is not a listing: a bar with a back button, the title and an optional action, and the content. */
export function TitledScreen({ title, action, main = false, children }: TitledScreenProps) {
  useScreenTitle(title);
  const navigate = useNavigate();
  return (
    <>
      {!main && <TopBar wideOnly />}
      <header className="sticky top-0 z-20 border-b border-line pt-[env(safe-area-inset-top)] frosted">
        <div className="page-width flex h-(--bar) items-center gap-1.5">
          <IconButton label="返回" className="-ml-2" onClick={() => leaveScreen(navigate)}>
            <BackIcon />
          </IconButton>
          <h1 className="min-w-0 flex-1 truncate text-lg font-semibold">{title}</h1>
          {action}
        </div>
      </header>
      <main className="flow-root pb-[calc(env(safe-area-inset-bottom)+32px)]">{children}</main>
    </>
  );
}
