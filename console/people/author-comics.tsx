import { Link } from 'react-router';
import { authorComics } from '#contract/console/authors';
import { Loaded } from '../parts/page.tsx';
import { useAnswer } from '../runtime/queries.ts';

/** The comics of an author. They are given on the page of the comic. */
export function AuthorComics({ personId }: { personId: number }) {
  const query = useAnswer(authorComics, { id: personId });
  return (
    <div className="border-t border-line pt-4 text-sm">
      <p className="text-soft">能改的漫画（打开一部漫画，在「作者的账号」里交给或收回）</p>
      <Loaded query={query}>
        {({ list }) =>
          list.length === 0 ? (
            <p className="mt-1">还没有</p>
          ) : (
            <ul className="mt-1 flex flex-wrap gap-x-4">
              {list.map(({ id, title }) => (
                <li key={id} className="min-w-0">
                  <Link to={`/comics/${id}`} className="flex min-h-11 items-center break-words text-accent">
                    《{title}》
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </div>
  );
}
