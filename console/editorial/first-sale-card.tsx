import { Link } from 'react-router';
import { firstSale } from '#contract/console/editorial';
import { Card } from '../parts/page.tsx';
import { useAnswer } from '../runtime/queries.ts';

/** The steps that are left before the first sale; hidden once all are done. */
export function FirstSaleCard() {
  const { data } = useAnswer(firstSale, {});
  if (!data || data.steps.every(({ done }) => done)) return null;
  return (
    <Card title="开卖之前" hint="全部做好之后，这里不再显示">
      <ul className="flex flex-col gap-2">
        {data.steps.map(({ title, done, hint, part }) => (
          <li key={title} className="flex gap-3">
            <span className={`w-10 shrink-0 text-sm leading-6 ${done ? 'text-soft' : 'text-warm'}`}>
              {done ? '做好' : '要做'}
            </span>
            <span className="min-w-0 break-words">
              {part !== null && !done ? (
                <Link to={`/editorial/${part}`} className="inline-flex min-h-11 items-center text-accent sm:min-h-0">
                  {title}
                </Link>
              ) : (
                title
              )}
              {hint && <span className="block text-sm text-soft">{hint}</span>}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
