import { comicAuthors, setAuthor } from '#contract/console/authors';
import { CheckBox } from '../parts/check-box.tsx';
import { Card, Loaded, Problem } from '../parts/page.tsx';
import { showDone } from '../runtime/done-notice.ts';
import { useAnswer, useChange } from '../runtime/queries.ts';

/** The authors to whom a comic belongs. */
export function AuthorsCard({ comicId }: { comicId: number }) {
  const query = useAnswer(comicAuthors, { id: comicId });
  const change = useChange(setAuthor);
  const set = (personId: number, name: string, granted: boolean) =>
    change.mutate(
      { id: comicId, personId, granted },
      { onSuccess: () => showDone(granted ? `已交给${name}` : `已从${name}收回`, null) },
    );
  return (
    <Card
      title="作者的账号"
      hint="选中的作者能改这部漫画的资料、话与页，能上传新的话，能看它的阅读数；价格与分级不能。"
    >
      <Problem error={change.error} />
      <Loaded query={query}>
        {({ list }) =>
          list.length === 0 ? (
            <p className="text-soft">还没有角色是作者的员工，请所有者在「员工」里添加。</p>
          ) : (
            <div className="flex flex-wrap gap-x-6">
              {list.map(({ id, name, isGranted }) => (
                <CheckBox
                  key={id}
                  checked={isGranted}
                  disabled={change.isPending}
                  onChange={() => set(id, name, !isGranted)}
                >
                  {name}
                </CheckBox>
              ))}
            </div>
          )
        }
      </Loaded>
    </Card>
  );
}
