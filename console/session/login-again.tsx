import { useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { LoginPage } from './login-page.tsx';
import { useLoginElsewhere } from './oidc.tsx';

/** The login after a session has ended, over everything, open dialogs included. */
export function LoginAgain() {
  const dialog = useRef<HTMLDialogElement>(null);
  useLoginElsewhere();
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return createPortal(
    <dialog
      ref={dialog}
      aria-label="登录后台"
      onCancel={(event) => event.preventDefault()}
      // A browser may close it in spite of that.
      onClose={() => dialog.current?.showModal()}
      className="fixed inset-0 z-50 m-0 h-dvh max-h-none w-full max-w-none overflow-y-auto bg-page text-ink"
    >
      <LoginPage ended />
    </dialog>,
    document.body,
  );
}
