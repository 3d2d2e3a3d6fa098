import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useContext, useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { SearchField } from '../../ui/search-field.tsx';
import { Problem } from '../parts/page.tsx';
import { OpenPages } from '../parts/page-link.tsx';
import { queryClient } from '../runtime/queries.ts';
import { FOUND_IN, findAll, findLabel } from './find.ts';

const TYPED_MS = 300;

/** Finds a comic, a reader or an order. Enter opens the first one that is found. */
export function FindBox() {
  const pages = useContext(OpenPages);
  const [text, setText] = useState('');
  const [wanted, setWanted] = useState('');
  const navigate = useNavigate();
  const word = text.trim();
  useEffect(() => {
    const timer = setTimeout(() => setWanted(word), TYPED_MS);
    return () => clearTimeout(timer);
  }, [word]);
  const options = (q: string) => ({ queryKey: ['find', q, pages], queryFn: () => findAll(q, pages) });
  const { data, error } = useQuery({ ...options(wanted), enabled: wanted !== '' });
  if (!FOUND_IN.some((page) => pages.includes(page))) return null;

  const open = async (event: FormEvent) => {
    event.preventDefault();
    setWanted(word);
    const [first] = word === '' ? [] : await queryClient.fetchQuery(options(word)).catch(() => []);
    if (first) void navigate(first.to);
  };
  return (
    <form className="flex flex-col gap-2" onSubmit={(event) => void open(event)}>
      <SearchField label={findLabel(pages)} value={text} onText={setText} />
      {wanted !== '' && word !== '' && (
        <>
          <Problem error={error} />
          {data?.length === 0 && <p className="px-4 text-soft">没有找到「{wanted}」</p>}
          {data && data.length > 0 && (
            <ul className="divide-y divide-line overflow-hidden rounded-2xl bg-raised ring-1 ring-line">
              {data.map(({ to, what, title, note }) => (
                <li key={to}>
                  <Link
                    to={to}
                    data-row
                    className="flex min-h-11 items-center gap-3 px-4 py-2 -outline-offset-2 hover:bg-sunken"
                  >
                    <span className="shrink-0 text-sm text-soft">{what}</span>
                    <span className="min-w-0 flex-1 break-words">{title}</span>
                    <span className="shrink-0 text-sm text-soft">{note}</span>
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </form>
  );
}
