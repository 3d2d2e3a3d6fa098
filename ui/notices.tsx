import { createPortal } from 'react-dom';
import { Button } from './button.tsx';
import { overlayHost } from './overlay-host.ts';
import { useSecondTapIgnored } from './second-tap.ts';

/**
 * Short texts: notifications at the top, toasts above the bottom bar. Below the top bar while a sheet is open, and on screens with
 * bars of their own, where the buttons of the content are low.
 */
export function NoticeStack({ toasts, notifications }: { toasts: Text[]; notifications: Text[] }) {
  return createPortal(
    <>
      <Stack
        place="top-[calc(env(safe-area-inset-top)+16px)]"
        look="bg-raised text-ink shadow-lg ring-1 ring-line"
        texts={notifications}
      />
      <Stack
        place="bottom-[calc(env(safe-area-inset-bottom)+88px)] in-data-own-bars:top-[calc(env(safe-area-inset-top)+64px)] in-data-own-bars:bottom-auto in-[dialog]:top-16 in-[dialog]:bottom-auto"
        look="bg-ink text-page"
        texts={toasts}
      />
    </>,
    overlayHost,
  );
}

type Text = { id: number; text: string };

function Stack({ place, look, texts }: { place: string; look: string; texts: Text[] }) {
  return (
    <div role="status" className={`pointer-events-none fixed inset-x-4 z-50 flex flex-col items-center gap-2 ${place}`}>
      {texts.map(({ id, text }) => (
        <p key={id} className={`max-w-sm animate-[rise_200ms] rounded-2xl px-4 py-2.5 text-[0.9375rem] ${look}`}>
          {text}
        </p>
      ))}
    </div>
  );
}

/** A short text above the bottom bar with its actions; the last one is the main action. */
export function ChoiceBar({ text, choices }: { text: string; choices: { label: string; choose(): void }[] }) {
  const bar = useSecondTapIgnored<HTMLDivElement>();
  return createPortal(
    <div
      ref={bar}
      className="fixed inset-x-4 bottom-[calc(env(safe-area-inset-bottom)+72px)] z-50 flex justify-center in-data-own-bars:bottom-[calc(env(safe-area-inset-bottom)+108px)]"
    >
      <section
        aria-label={text}
        className="flex w-full max-w-sm animate-[rise_200ms] items-center rounded-2xl bg-raised py-1 pr-2 pl-5 shadow-lg ring-1 ring-line"
      >
        <p className="flex-1">{text}</p>
        {choices.map(({ label, choose }) => (
          <Button key={label} look="quiet" className="px-3 last:text-accent!" onClick={choose}>
            {label}
          </Button>
        ))}
      </section>
    </div>,
    overlayHost,
  );
}
