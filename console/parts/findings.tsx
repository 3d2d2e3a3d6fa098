import type { ReactNode } from 'react';

const STATES = { fault: '故障', warning: '要处理', note: '提示', good: '正常' } as const;
const ORDER = Object.keys(STATES);
const LOOKS = {
  fault: 'bg-danger/10 text-danger',
  warning: 'bg-warm/10 text-warm',
  note: 'bg-sunken text-soft',
  good: 'bg-tint text-on-tint',
} as const;

type FindingRow = { check: string; state: keyof typeof STATES; found: string; advice: string | null };

/** The findings of checks, the worst first. `actions`: the buttons of one finding. */
export function Findings<F extends FindingRow>({
  list,
  actions,
}: {
  list: readonly F[];
  actions?(each: F): ReactNode;
}) {
  const worstFirst = list.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state));
  return (
    <ul className="divide-y divide-line">
      {worstFirst.map((each) => (
        <li key={each.check + each.found} className="flex items-start gap-3 py-3 first:pt-0 last:pb-0">
          <span className={`w-14 shrink-0 rounded-full text-center text-sm leading-6 font-medium ${LOOKS[each.state]}`}>
            {STATES[each.state]}
          </span>
          <div className="min-w-0 flex-1 break-words">
            <p>
              <b className="font-medium">{each.check}</b>：{each.found}
            </p>
            {each.advice && <p className="text-sm text-soft">{each.advice}</p>}
          </div>
          {actions?.(each)}
        </li>
      ))}
    </ul>
  );
}
