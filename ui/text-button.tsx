import type { ReactNode } from 'react';

/** A button that looks like plain text, for a secondary action. */
export function TextButton({ onClick, children }: { onClick(): void; children: ReactNode }) {
  return (
    <button type="button" className="h-11 self-center px-4 text-sm text-soft" onClick={onClick}>
      {children}
    </button>
  );
}
