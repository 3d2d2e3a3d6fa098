import { type ComponentProps, type ComponentType, type ReactNode, useState } from 'react';
import { toast } from '../../notices.ts';
import { NOT_LOADED } from '../text/not-loaded.tsx';
import type { FeedbackSheet, FeedbackStart } from './feedback-sheet.tsx';

type SheetType = ComponentType<ComponentProps<typeof FeedbackSheet>>;

/** Opens the form of a feedback over the screen and loads its code. The screen renders `feedbackSheet`. */
export function useFeedback(): { writeFeedback(start: FeedbackStart): void; feedbackSheet: ReactNode } {
  const [open, setOpen] = useState<{ Sheet: SheetType; start: FeedbackStart } | null>(null);
  const close = () => setOpen(null);
  return {
    writeFeedback: (start) =>
      void import('./feedback-sheet.tsx').then(
        (loaded) => setOpen({ Sheet: loaded.FeedbackSheet, start }),
        () => toast(NOT_LOADED),
      ),
    feedbackSheet: open && <open.Sheet start={open.start} onClose={close} onSent={close} />,
  };
}
