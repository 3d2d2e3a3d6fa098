import { userFace } from '#contract/calls/account';
import { FACES } from '#contract/faces';
import type { UserInfo } from '#contract/shapes';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Avatar } from '../../../features/account/avatar/avatar.tsx';
import { faceName } from '../../../features/account/avatar/faces.tsx';
import { useChange } from '../../../features/account/use-change.ts';
import { session } from '../../../runtime/browser.ts';

const CHOICES = Array.from({ length: FACES + 1 }, (_, face) => face);

/** All avatars to choose from; a tap chooses one and closes the sheet. */
export function AvatarSheet({ user, onClose }: { user: UserInfo; onClose(): void }) {
  const { busy, change } = useChange(userFace, (changed) => {
    session.adoptProfile(changed);
    onClose();
  });
  const chosen = user.face ?? 0;
  return (
    <Dialog title="头像" onClose={onClose}>
      <ul className="grid grid-cols-3 gap-4 justify-items-center">
        {CHOICES.map((face) => (
          <li key={face}>
            <button
              type="button"
              aria-pressed={face === chosen}
              aria-label={faceName(face)}
              disabled={busy}
              onClick={() => (face === chosen ? onClose() : change({ face }))}
              className="block rounded-full p-1 ring-accent active:opacity-70 aria-pressed:ring-2"
            >
              <Avatar user={{ ...user, face }} className="block size-16" />
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
