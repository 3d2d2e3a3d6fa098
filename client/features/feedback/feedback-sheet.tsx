import { type FormEvent, useState } from 'react';
import type { InputOf } from '#contract/call';
import { feedbackSubmit } from '#contract/calls/support';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FieldPair, TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../notices.ts';
import { ChoiceRow } from '../listings/choice-row.tsx';
import { FAQ_TYPES, type FaqType, REPORT } from './feedback-types.ts';
import { PicturePicker } from './picture-picker.tsx';
import { usePictures } from './use-pictures.ts';
import { useSending } from './use-sending.ts';
import { WrittenField } from './written-field.tsx';

/** The first values of the form. */
export type FeedbackStart = {
  /** The title of the sheet; default: 写反馈. */
  title?: string;
  type: FaqType;
  content?: string;
  /** For the operator. */
  about?: InputOf<typeof feedbackSubmit>['about'];
};

type FeedbackSheetProps = { start: FeedbackStart; onClose(): void; onSent(): void };

/** The form of a feedback. The text stays until it has been sent. */
export function FeedbackSheet({ start, onClose, onSent }: FeedbackSheetProps) {
  const [picked, setPicked] = useState<FaqType>(start.type);
  const [content, setContent] = useState(start.content ?? '');
  const [contact, setContact] = useState('');
  const pictures = usePictures();
  const isUploading = pictures.list.some(({ id }) => id === null);
  const { busy, send } = useSending(feedbackSubmit, '已收到，谢谢你的反馈', onSent);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (content.trim() === '') return toast('请输入反馈内容!');
    if (isUploading) return toast('图片还在上传，请稍候');
    const reach = contact.trim();
    send({
      type: picked,
      content: content.trim(),
      about: start.about,
      pictures: pictures.list.flatMap(({ id }) => id ?? []),
      ...(reach && { contact: reach }),
    });
  };
  return (
    <Dialog title={start.title ?? '写反馈'} onClose={onClose}>
      <form className="flex flex-col gap-4" onSubmit={onSubmit} noValidate>
        <ChoiceRow
          label="类型"
          wrap
          choices={[...FAQ_TYPES]}
          picked={picked}
          onPick={(next: FaqType) => setPicked(next)}
        />
        <WrittenField
          label={picked === REPORT ? '举报或侵权的内容、地址和权利证明' : '遇到的问题或建议'}
          value={content}
          onText={setContent}
        />
        <FieldPair>
          <PicturePicker pictures={pictures} />
          <TextField label="联系方式（可不填）" value={contact} onText={setContact} maxLength={100} />
        </FieldPair>
        <Button type="submit" className="w-full" disabled={busy}>
          提交
        </Button>
      </form>
    </Dialog>
  );
}
