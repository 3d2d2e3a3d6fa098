import { type ReactNode, useEffect } from 'react';

/** The frame of pages before the login. */
export function EntryFrame({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · 后台`;
  }, [title]);
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-lg flex-col px-4 py-8 sm:justify-center">
      <div className="rounded-2xl bg-raised p-5 ring-1 ring-line sm:p-8">
        <h1 className="text-2xl font-semibold">{title}</h1>
        <div className="mt-5">{children}</div>
      </div>
    </main>
  );
}
