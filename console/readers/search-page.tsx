import { Link, Navigate } from 'react-router';
import { findReaders } from '#contract/console/readers';
import { EmptyState } from '../../ui/states.tsx';
import { useFilter } from '../parts/filter.ts';
import { Loaded, Page } from '../parts/page.tsx';
import { useAnswer } from '../runtime/queries.ts';
import { AdjustRequests } from './adjust-requests.tsx';
import { SearchForm } from './search-form.tsx';
import { nameText } from './words.ts';

export function SearchPage() {
  const q = useFilter().get('q').trim().slice(0, 64);
  return (
    <Page title="读者">
      <SearchForm key={q} text={q} />
      {q === '' && <AdjustRequests />}
      {q === '' ? <EmptyState title="查找一位读者" hint="写完整的编号、用户名、手机号或订单号" /> : <Results q={q} />}
    </Page>
  );
}

function Results({ q }: { q: string }) {
  const query = useAnswer(findReaders, { q });
  return (
    <Loaded query={query}>
      {({ list }) => {
        const [first, second] = list;
        if (!first) return <EmptyState title={`没有找到「${q}」`} hint="要写完整，不能只写一部分" />;
        if (!second) return <Navigate to={`/readers/${first.id}`} replace />;
        return (
          <ul className="divide-y divide-line overflow-hidden rounded-2xl bg-raised ring-1 ring-line">
            {list.map((reader) => (
              <li key={reader.id}>
                <Link
                  to={`/readers/${reader.id}`}
                  data-row
                  className="flex min-h-14 flex-col justify-center px-4 py-2 -outline-offset-2 hover:bg-sunken sm:px-6"
                >
                  <span className="font-medium break-words">
                    {reader.nickname} <span className="font-normal text-soft">编号 {reader.id}</span>
                  </span>
                  <span className="text-sm break-words text-soft">{nameText(reader)}</span>
                </Link>
              </li>
            ))}
          </ul>
        );
      }}
    </Loaded>
  );
}
