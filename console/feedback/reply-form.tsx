import { useState } from 'react';
import { feedbackReply, templateList } from '#contract/console/feedback';
import { Button } from '../../ui/button.tsx';
import { Problem } from '../parts/page.tsx';
import { Select } from '../parts/select.tsx';
import { TextArea } from '../parts/text-area.tsx';
import { showDone } from '../runtime/done-notice.ts';
import { useAnswer, useChange } from '../runtime/queries.ts';
import type { Thread } from './words.ts';

const MOST_OF_REPLY = 2000;

/** Writes a reply, from a template or not. */
export function ReplyForm({ thread: { id, messages } }: { thread: Thread }) {
  const [text, setText] = useState('');
  const templates = useAnswer(templateList, {}).data?.list ?? [];
  const change = useChange(feedbackReply, () => {
    setText('');
    showDone('已答复');
  });
  const send = (closes: boolean) => change.mutate({ id, text, seen: messages.length, closes });
  const isEmpty = text.trim() === '';
  return (
    <div className="mt-6 flex flex-col gap-3 border-t border-line pt-4">
      <div className="max-w-xs">
        <Select
          label="用模板"
          value=""
          options={[['', '选一个'], ...templates.map((each) => [String(each.id), each.title] as const)]}
          onChange={({ target }) => {
            const chosen = templates.find((each) => String(each.id) === target.value);
            if (chosen) setText((before) => (before.trim() === '' ? chosen.body : `${before}\n${chosen.body}`));
          }}
        />
      </div>
      <TextArea
        label="答复"
        rows={5}
        maxLength={MOST_OF_REPLY}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Problem error={change.error} />
      <div className="flex flex-wrap gap-3">
        <Button disabled={isEmpty || change.isPending} onClick={() => send(false)}>
          答复
        </Button>
        <Button look="tinted" disabled={isEmpty || change.isPending} onClick={() => send(true)}>
          答复并结束
        </Button>
      </div>
    </div>
  );
}
