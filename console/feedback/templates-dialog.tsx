import { useState } from 'react';
import type { DataOf } from '#contract/call';
import { templateDelete, templateList, templateSave } from '#contract/console/feedback';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { Loaded, Problem } from '../parts/page.tsx';
import { TextArea } from '../parts/text-area.tsx';
import { showDone } from '../runtime/done-notice.ts';
import { useAnswer, useChange } from '../runtime/queries.ts';
import { request } from '../runtime/request.ts';

type Template = DataOf<typeof templateList>['list'][number];

export function TemplatesDialog({ onClose }: { onClose(): void }) {
  const query = useAnswer(templateList, {});
  const [edited, setEdited] = useState<Template | 'new' | null>(null);
  if (edited !== null)
    return <TemplateForm template={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />;
  return (
    <Dialog title="答复的模板" onClose={onClose}>
      <Loaded query={query}>
        {({ list }) => (
          <ul className="divide-y divide-line">
            {list.map((template) => (
              <li key={template.id}>
                <button
                  type="button"
                  className="flex min-h-14 w-full flex-col justify-center py-2 text-left"
                  onClick={() => setEdited(template)}
                >
                  <span className="font-medium break-words">{template.title}</span>
                  <span className="line-clamp-1 text-sm break-words text-soft">{template.body}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <Button className="mt-3 w-full" onClick={() => setEdited('new')}>
        新建模板
      </Button>
    </Dialog>
  );
}

function TemplateForm({ template, onClose }: { template: Template | null; onClose(): void }) {
  const [title, setTitle] = useState(template?.title ?? '');
  const [body, setBody] = useState(template?.body ?? '');
  const save = useChange(templateSave, onClose);
  const drop = useChange(templateDelete, () => {
    onClose();
    const again = { title: template?.title ?? '', body: template?.body ?? '' };
    showDone('模板已删除', () => request(templateSave, again));
  });
  const isEmpty = title.trim() === '' || body.trim() === '';
  return (
    <Dialog title={template ? '修改模板' : '新建模板'} onClose={onClose}>
      <div className="flex flex-col gap-4">
        <TextField label="名称" maxLength={40} autoComplete="off" value={title} onText={setTitle} />
        <TextArea
          label="内容"
          rows={6}
          maxLength={2000}
          value={body}
          onChange={({ target }) => setBody(target.value)}
        />
        <Problem error={save.error ?? drop.error} />
        <Button
          disabled={isEmpty || save.isPending}
          onClick={() => save.mutate({ ...(template && { id: template.id }), title, body })}
        >
          保存
        </Button>
        {template && (
          <Button
            look="tinted"
            className="text-danger!"
            disabled={drop.isPending}
            onClick={() => drop.mutate({ id: template.id })}
          >
            删除
          </Button>
        )}
      </div>
    </Dialog>
  );
}
