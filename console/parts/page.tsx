import { type ReactNode, useEffect } from 'react';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { messageOf } from '../runtime/request.ts';

/** A page: its title and its actions. */
export function Page({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · 后台`;
  }, [title]);
  return (
    <>
      <div className="mb-4 flex min-h-11 flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-semibold">{title}</h1>
        {actions}
      </div>
      <div className="flex flex-col gap-4">{children}</div>
    </>
  );
}

/** A part of a page with its own title. */
export function Card({
  title,
  hint,
  actions,
  children,
}: {
  title?: string;
  hint?: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="rounded-2xl bg-raised p-4 ring-1 ring-line sm:p-6">
      {title && (
        <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <div>
            <h2 className="text-lg font-semibold">{title}</h2>
            {hint && <p className="text-sm text-soft">{hint}</p>}
          </div>
          {actions}
        </div>
      )}
      {children}
    </section>
  );
}

type Query<Data> = { data: Data | undefined; error: Error | null; refetch(): unknown };

/** Shows the content of a query, its placeholder while it loads, and its error. */
export function Loaded<Data>({ query, children }: { query: Query<Data>; children(data: Data): ReactNode }) {
  if (query.data !== undefined) return children(query.data);
  if (query.error) return <ErrorState message={messageOf(query.error)} onRetry={() => void query.refetch()} />;
  return (
    <div role="status" aria-label="正在加载" className="flex flex-col gap-3">
      <Skeleton className="h-20" />
      <Skeleton className="h-20" />
      <Skeleton className="h-20" />
    </div>
  );
}

/** Why something could not be done. */
export function Problem({ error }: { error: Error | null }) {
  if (!error) return null;
  return (
    <p role="alert" className="rounded-lg bg-sunken px-3 py-2 text-sm text-danger">
      {messageOf(error)}
    </p>
  );
}
