import { createContext, type ReactNode, useContext } from 'react';
import { Button } from './button.tsx';
import { Drawing, type DrawingName } from './drawings/drawing.tsx';

type StateProps = {
  title: string;
  hint?: string;
  drawing?: DrawingName;
  /** Replaces the drawing. */
  icon?: ReactNode;
  /** Low, because comics follow below it. */
  compact?: boolean;
  children?: ReactNode;
  role?: 'alert';
};

/** An offer of the app beside 重试 for readers without a connection. It decides itself when it is shown. */
export const OfflineHelp = createContext<ReactNode>(null);

function State({ title, hint, drawing = 'empty', icon, compact, children, role }: StateProps) {
  return (
    // On a phone held sideways it is less tall, so that no notice covers its button.
    <div
      role={role}
      className={`flex flex-col items-center justify-center gap-2 px-8 text-center low:min-h-0 low:gap-1 low:py-3 ${compact ? 'py-8' : 'min-h-[50dvh] py-16'}`}
    >
      <span className="mb-2 text-soft low:mb-0">{icon ?? <Drawing name={drawing} />}</span>
      <p className="text-[1.0625rem] font-medium text-balance">{title}</p>
      {hint && <p className="max-w-xs text-sm text-balance text-soft">{hint}</p>}
      {children && <div className="mt-4 flex flex-wrap justify-center gap-3 low:mt-2">{children}</div>}
    </div>
  );
}

export function EmptyState(props: Omit<StateProps, 'role'>) {
  return <State {...props} />;
}

/** The state of a screen whose content could not be loaded, with its own text for offline. */
export function ErrorState({
  message,
  onRetry,
  children,
}: {
  message: string;
  onRetry?(): void;
  children?: ReactNode;
}) {
  const offline = !navigator.onLine;
  const help = useContext(OfflineHelp);
  return (
    <State
      role="alert"
      drawing="offline"
      title={offline ? '没有网络' : message}
      hint={offline ? '连上网络后会自动重试' : undefined}
    >
      {onRetry && <Button onClick={onRetry}>重试</Button>}
      {help}
      {children}
    </State>
  );
}
