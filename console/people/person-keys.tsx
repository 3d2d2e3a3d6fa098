import { ROLE_NAMES } from '#contract/console/roles';
import { endStaffKey, staffKeys } from '#contract/console/staff';
import { Button } from '../../ui/button.tsx';
import { Loaded, Problem } from '../parts/page.tsx';
import { timeText } from '../parts/time.ts';
import { showDone } from '../runtime/done-notice.ts';
import { useAnswer, useChange } from '../runtime/queries.ts';

/** The API keys of a person, which an owner can end. */
export function PersonKeys({ personId }: { personId: number }) {
  const query = useAnswer(staffKeys, { id: personId });
  const change = useChange(endStaffKey);
  return (
    <div className="border-t border-line pt-4 text-sm">
      <p className="text-soft">API 密钥</p>
      <Problem error={change.error} />
      <Loaded query={query}>
        {({ list }) =>
          list.length === 0 ? (
            <p className="mt-1">没有</p>
          ) : (
            <ul className="divide-y divide-line">
              {list.map(({ id, name, role, endsAt, usedAt }) => (
                <li key={id} className="flex items-center justify-between gap-3 py-1">
                  <span className="min-w-0 break-words">
                    {name}（{ROLE_NAMES[role]}）
                    <span className="block text-soft">
                      到 {timeText(endsAt)}，{usedAt === null ? '还没有用过' : `最近 ${timeText(usedAt)} 用过`}
                    </span>
                  </span>
                  <Button
                    look="quiet"
                    className="shrink-0 text-danger!"
                    aria-label={`作废密钥：${name}`}
                    disabled={change.isPending}
                    onClick={() =>
                      change.mutate({ id: personId, keyId: id }, { onSuccess: () => showDone(`已作废 ${name}`, null) })
                    }
                  >
                    作废
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </div>
  );
}
