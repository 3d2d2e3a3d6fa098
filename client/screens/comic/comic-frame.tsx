import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { IconButton } from '../../../ui/button.tsx';
import { BackIcon } from '../../../ui/screen-icons.tsx';
import { TopBar } from '../../features/navigation/top-bar/top-bar.tsx';
import { goBack } from '../../features/navigation/way-back/way-back.ts';

/** The height of the bar in CSS pixels. */
export const BAR_HEIGHT = 44;
/** The lower edge of the buttons over the picture. */
export const BUTTONS_END = 52;
export const OVER_PICTURE = 'bg-black/45 text-white';

type ComicFrameProps = {
  /** The title of the comic, once its heading has been scrolled away. */
  title?: string | null;
  /** The buttons are above the picture. After scrolling they have a bar, because they would cover the content below them. */
  isOverPicture?: boolean;
  actions?: ReactNode;
  children: ReactNode;
};

/** The screen with its fixed bar. Over the picture it is only buttons with a dark round background. */
export function ComicFrame({ title = null, isOverPicture = true, actions, children }: ComicFrameProps) {
  const navigate = useNavigate();
  return (
    <>
      <TopBar wideOnly />
      <main className="pb-[calc(env(safe-area-inset-bottom)+96px)]">
        {/* On a wide screen it begins below the other bar, and has no height of its own. */}
        <div className={`fixed inset-x-0 top-0 z-20 lg:sticky lg:h-0 ${isOverPicture ? 'pointer-events-none' : ''}`}>
          <div className={`pt-[env(safe-area-inset-top)] ${isOverPicture ? '' : 'frosted'}`}>
            <div className={`page-width flex items-center gap-1.5 ${isOverPicture ? 'py-2' : ''}`}>
              <IconButton
                label="返回"
                className={`pointer-events-auto ${isOverPicture ? OVER_PICTURE : ''}`}
                onClick={() => goBack(navigate)}
              >
                <BackIcon />
              </IconButton>
              {/* A screen reader reads the heading, which is only out of view. */}
              <p aria-hidden className="min-w-0 flex-1 truncate font-semibold">
                {title}
              </p>
              <div className="pointer-events-auto">{actions}</div>
            </div>
          </div>
        </div>
        {children}
      </main>
    </>
  );
}
