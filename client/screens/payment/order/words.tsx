import type { ReactNode } from 'react';
import { Drawing, type DrawingName } from '../../../../ui/drawings/drawing.tsx';

type WordsProps = { title: string; hint: ReactNode; waiting?: boolean; drawing?: DrawingName; children?: ReactNode };

/** The state of an order, and the next actions. */
export function Words({ title, hint, waiting = false, drawing, children }: WordsProps) {
  return (
    <section role="status" className="flex flex-col items-center gap-2 py-8 text-center">
      {waiting && (
        <span aria-hidden className="mb-2 size-6 animate-spin rounded-full border-2 border-line border-t-accent" />
      )}
      {drawing && <Drawing name={drawing} />}
      <h2 className="text-[1.0625rem] font-medium">{title}</h2>
      <p className="max-w-xs text-sm text-soft">{hint}</p>
      {children && <div className="mt-4 flex flex-wrap justify-center gap-3">{children}</div>}
    </section>
  );
}
