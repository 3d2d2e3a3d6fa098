import { createContext, useContext } from 'react';
import { Link } from 'react-router';

/** The addresses of the pages that the person may open. */
export const OpenPages = createContext<readonly string[]>([]);

/** A link to another page of the console, if the person may open it. `label`: the accessible name if the text is too short. */
export function PageLink({ to, text, label }: { to: string; text: string; label?: string }) {
  const pages = useContext(OpenPages);
  if (!pages.includes(pageOf(to))) return null;
  return (
    <Link to={to} data-row aria-label={label} className="flex min-h-11 shrink-0 items-center text-accent">
      {text}
    </Link>
  );
}

/** The page that an address belongs to. */
export function pageOf(address: string): string {
  return `/${address.split(/[/?]/)[1] ?? ''}`;
}
