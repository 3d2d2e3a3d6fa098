import { type ReactNode, useEffect, useState } from 'react';
import { IconButton } from '../../../ui/button.tsx';
import { onDemand } from '../../../ui/on-demand.tsx';
import { ShareIcon } from '../../../ui/screen-icons.tsx';
import { copyAddress, useSharedAddress } from './shared-address.ts';

type Shared = { id: number; title: string };
type SheetProps = { comic: Shared; onClose(): void };

const ShareSheet = onDemand<SheetProps>(() => import('./sheet/share-sheet.tsx').then((m) => m.ShareSheet), CopyInstead);

/** Opens the sheet that shares a comic. The caller renders `shareSheet`. */
export function useShare(comic: Shared): { openShare(): void; shareSheet: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  return {
    openShare: () => setOpen(true),
    shareSheet: isOpen && <ShareSheet comic={comic} onClose={() => setOpen(false)} />,
  };
}

export function ShareButton({ comic, className }: { comic: Shared; className?: string }) {
  const { openShare, shareSheet } = useShare(comic);
  return (
    <>
      <IconButton label="分享" className={className} onClick={openShare}>
        <ShareIcon />
      </IconButton>
      {shareSheet}
    </>
  );
}

/** If the code of the sheet can't be loaded. */
function CopyInstead({ comic, onClose }: SheetProps) {
  const address = useSharedAddress(comic.id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is opened.
  useEffect(() => {
    void copyAddress(address);
    onClose();
  }, []);
  return null;
}
