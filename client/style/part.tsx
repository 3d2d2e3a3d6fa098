import type { ReactNode } from 'react';

export function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section aria-label={name} className="border-t border-line py-4">
      <h2 className="pb-2 text-xs text-soft">{name}</h2>
      {children}
    </section>
  );
}
