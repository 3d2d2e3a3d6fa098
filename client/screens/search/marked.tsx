import type { Mark } from './mark.ts';

/** A text with its matching part marked. */
export function Marked({ text, mark }: { text: string; mark: Mark | null | undefined }) {
  if (!mark) return <>{text}</>;
  return (
    <>
      {text.slice(0, mark.start)}
      <mark className="bg-transparent font-semibold text-accent">{text.slice(mark.start, mark.end)}</mark>
      {text.slice(mark.end)}
    </>
  );
}
