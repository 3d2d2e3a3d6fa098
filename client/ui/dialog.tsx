import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { IconButton } from './button.tsx';
import { CloseIcon } from './screen-icons.tsx';

const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex="0"]';

declare global {
  interface Window {
    /** Hears what asks to close on this device: Android's back, Esc. Not in every browser. */
    CloseWatcher?: new () => { onclose: (() => void) | null; destroy(): void };
  }
}

type DialogProps = { title: string; onClose(): void; children: ReactNode };

/**
 * A modal sheet: at the bottom edge of a phone, centred on a wide screen. Esc, Android's back, the backdrop and its
 * button close it, and it does not stay over another screen that the browser's back has led to. Focus stays inside and
 * goes back to where it was.
 */
export function Dialog({ title, onClose, children }: DialogProps) {
  const sheet = useRef<HTMLDivElement>(null);
  const titleId = useId();
  useModal(sheet);
  useCloseRequests(onClose);

  const onKeyDown = (event: KeyboardEvent) => {
    // Else the same press would close the dialog below as well.
    if (event.key === 'Escape' && !window.CloseWatcher) onClose();
    if (event.key === 'Tab') wrapFocus(event, sheet.current);
  };
  return createPortal(
    <div className="fixed inset-0 z-40 flex items-end justify-center sm:items-center">
      <div
        className="absolute inset-0 touch-none animate-[rise_150ms] bg-black/50"
        data-backdrop=""
        onClick={onClose}
        aria-hidden
      />
      <div
        ref={sheet}
        role="dialog"
        aria-modal="true"
        aria-labelledby={titleId}
        tabIndex={-1}
        onKeyDown={onKeyDown}
        className="relative max-h-[max(85dvh,min(100dvh,420px))] w-full max-w-md animate-[rise_200ms] overflow-y-auto overscroll-contain rounded-t-2xl bg-raised [--color-sunken:var(--hollow)] pb-[env(safe-area-inset-bottom)] outline-none sm:rounded-2xl"
      >
        <div className="flex items-center justify-between pt-2 pr-2 pl-6">
          <h2 id={titleId} className="text-lg font-semibold">
            {title}
          </h2>
          <IconButton label="关闭" onClick={onClose} className="text-soft">
            <CloseIcon />
          </IconButton>
        </div>
        <div className="px-6 pt-2 pb-6">{children}</div>
      </div>
    </div>,
    document.body,
  );
}

function useModal(sheet: { current: HTMLElement | null }) {
  // Before it is painted: a key pressed as soon as it is seen is meant for it.
  useLayoutEffect(() => {
    const before = document.activeElement;
    const root = document.getElementById('root');
    root?.setAttribute('inert', '');
    sheet.current?.focus();
    return () => {
      root?.removeAttribute('inert');
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [sheet]);
}

function useCloseRequests(onClose: () => void) {
  const close = useRef(onClose);
  close.current = onClose;
  useLayoutEffect(() => {
    const tell = () => close.current();
    const watcher = window.CloseWatcher && new window.CloseWatcher();
    if (watcher) watcher.onclose = tell;
    addEventListener('popstate', tell);
    return () => {
      watcher?.destroy();
      removeEventListener('popstate', tell);
    };
  }, []);
}

function wrapFocus(event: KeyboardEvent, sheet: HTMLElement | null) {
  const inside = sheet ? [...sheet.querySelectorAll<HTMLElement>(FOCUSABLE)] : [];
  const first = inside[0];
  const last = inside.at(-1);
  if (!first || !last) return;
  const at = document.activeElement;
  if (event.shiftKey && (at === first || at === sheet)) {
    event.preventDefault();
    last.focus();
  } else if (!event.shiftKey && at === last) {
    event.preventDefault();
    first.focus();
  }
}
