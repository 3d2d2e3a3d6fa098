import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { IconButton } from './button.tsx';
import { holdBack } from './dialog-entry.ts';
import { dialogHost, overlayHost } from './overlay-host.ts';
import { CloseIcon } from './screen-icons.tsx';
import { ignoreSecondTap } from './second-tap.ts';
import { followFinger } from './sheet-drag.ts';

type DialogProps = {
  title: string;
  onClose(): void;
  /** Covers less than half of the page, which stays as bright as it is. */
  low?: boolean;
  /** Its content can't be shown again, so only its own buttons close it. */
  firm?: boolean;
  children: ReactNode;
};

const SHEET =
  'fixed inset-0 z-40 mx-auto mt-auto w-full max-w-md low:max-w-xl animate-[slide_200ms] overflow-y-auto overscroll-contain rounded-t-2xl bg-raised text-ink [--sunken:var(--hollow)]';
const WHOLE =
  'max-h-[max(85dvh,min(100dvh,420px))] backdrop:animate-[rise_150ms] backdrop:bg-black/50 sm:mb-auto sm:rounded-2xl';
const LOW = 'max-h-[45dvh] shadow-[0_-4px_24px_rgb(0_0_0/0.2)] backdrop:bg-transparent';

/**
 * A modal sheet: at the bottom edge of a phone, centred on a wide screen. Esc, going back, a click on the backdrop, its button or
 * dragging it down close it.
 */
export function Dialog({ title, onClose: onDone, low = false, firm = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const onClose = firm ? () => {} : onDone;
  useModal(dialog, content, onClose);
  useLayoutEffect(() => dialog.current?.setAttribute('closedby', firm ? 'none' : 'closerequest'), [firm]);

  // Selecting text by dragging out of the sheet also ends in a click on the dialog, but starts inside it.
  const isPressOutside = useRef(false);
  const isOutside = ({ target }: MouseEvent) => target === dialog.current;
  return createPortal(
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes a modal dialog by itself.
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      // For browsers without `closedby`.
      onCancel={(event) => firm && event.preventDefault()}
      onPointerDown={(event) => {
        isPressOutside.current = isOutside(event);
      }}
      onClick={(event) => {
        if (isPressOutside.current && isOutside(event)) onClose();
      }}
      // The top layer needs no z-index, but axe uses it to find covered elements.
      className={`${SHEET} ${low ? LOW : WHOLE}`}
    >
      <div ref={content} tabIndex={-1} className="pb-[env(safe-area-inset-bottom)] outline-none">
        <div aria-hidden className="mx-auto mt-2 h-1 w-12 rounded-full bg-line sm:hidden" />
        <div className={`flex items-center justify-between pr-2 ${low ? 'pl-4' : 'pt-2 pl-6'}`}>
          <h2 id={titleId} className="text-lg font-semibold">
            {title}
          </h2>
          {!firm && (
            <IconButton label="关闭" onClick={onClose} className="text-soft">
              <CloseIcon />
            </IconButton>
          )}
        </div>
        <div className={low ? 'px-4 pb-3' : 'px-6 pt-2 pb-6'}>{children}</div>
      </div>
    </dialog>,
    dialogHost,
  );
}

/** The dialogs that are open, the topmost last. */
const open: HTMLDialogElement[] = [];

function useModal(
  dialog: { current: HTMLDialogElement | null },
  content: { current: HTMLElement | null },
  onClose: () => void,
) {
  const latestOnClose = useRef(onClose);
  latestOnClose.current = onClose;
  // Before the first paint, so that keys go to the dialog as soon as it is visible.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const close = () => latestOnClose.current();
    // A finger on the backdrop would scroll the page, because `touch-action` does not apply there.
    const holdPage = (event: TouchEvent) => event.target === element && event.preventDefault();
    element.showModal();
    // Focuses the dialog itself; the browser would choose its first button.
    content.current?.focus();
    open.push(element);
    element.append(overlayHost);
    element.addEventListener('close', close);
    element.addEventListener('touchmove', holdPage, { passive: false });
    const stopFollowing = followFinger(element, close);
    const endTaps = ignoreSecondTap(element);
    const removeEntry = holdBack(close);
    return () => {
      stopFollowing();
      removeEntry();
      element.removeEventListener('close', close);
      element.removeEventListener('touchmove', holdPage);
      endTaps();
      open.splice(open.indexOf(element), 1);
      (open.at(-1) ?? dialogHost).append(overlayHost);
      element.close();
    };
  }, [dialog, content]);
}
