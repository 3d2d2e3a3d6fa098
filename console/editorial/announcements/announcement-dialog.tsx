import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { LONGEST_ANNOUNCEMENT, MOST_SEEN_DAYS } from '#contract/announcement-limits';
import type { InputOf } from '#contract/call';
import { announcementCreate, announcementPreview } from '#contract/console/announcements';
import { isScreenPath } from '#contract/paths';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { FormThenPreview } from '../../parts/form-then-preview.tsx';
import { Problem } from '../../parts/page.tsx';
import { Select } from '../../parts/select.tsx';
import { TextArea } from '../../parts/text-area.tsx';
import { readLocalTime, timeText } from '../../parts/time.ts';
import { showDone } from '../../runtime/done-notice.ts';
import { useChange } from '../../runtime/queries.ts';
import { audienceText, KINDS } from './words.ts';

type AnnouncementDraft = InputOf<typeof announcementPreview>;
type Form = {
  kind: AnnouncementDraft['kind'];
  title: string;
  body: string;
  link: string;
  seenDays: string;
  at: string;
};

const AUDIENCES = [MOST_SEEN_DAYS, 30, 7].map((days) => [String(days), audienceText(days)] as const);

/** Form for an announcement, then a preview of the notice and its readers. */
export function AnnouncementDialog({ onClose }: { onClose(): void }) {
  const [wish, setWish] = useState<{ wanted: AnnouncementDraft; key: string } | null>(null);
  const preview = useChange(announcementPreview);
  const create = useChange(announcementCreate, () => {
    showDone(wish?.wanted.at ? '公告已定时' : '公告正在发出');
    onClose();
  });
  return (
    <Dialog title="发公告" onClose={onClose}>
      <FormThenPreview
        form={
          <AnnouncementForm
            busy={preview.isPending}
            error={preview.error}
            onDone={(wanted) => {
              // One key for each wish: pressing the button twice sends one announcement.
              setWish({ wanted, key: crypto.randomUUID() });
              preview.mutate(wanted);
            }}
          />
        }
        preview={
          wish && preview.data ? (
            <>
              <div className="rounded-lg bg-sunken p-3">
                <p className="font-semibold break-words">{wish.wanted.title}</p>
                <p className="mt-1 text-sm break-words text-soft">{wish.wanted.body}</p>
              </div>
              <ul className="flex flex-col gap-1 text-sm">
                <li>{wish.wanted.link ? `点开去 ${wish.wanted.link}` : '没有链接'}</li>
                <li>{wish.wanted.at ? `${timeText(wish.wanted.at)} 发出` : '马上发出'}</li>
                <li>
                  {audienceText(wish.wanted.seenDays)}，现在有 {preview.data.readers.toLocaleString('zh-CN')} 位
                </li>
              </ul>
              {!preview.data.isOn && (
                <p className="text-sm text-warm">
                  消息还没有打开，打开之前公告不会发出。在「编排」的「功能开关」里打开。
                </p>
              )}
            </>
          ) : null
        }
        isSending={create.isPending}
        error={create.error}
        sendText={wish?.wanted.at ? '定时发出' : '发出'}
        onBack={() => preview.reset()}
        onSend={() => wish && create.mutate({ ...wish.wanted, key: wish.key })}
      />
    </Dialog>
  );
}

type FormProps = { busy: boolean; error: Error | null; onDone(wanted: AnnouncementDraft): void };

function AnnouncementForm({ busy, error, onDone }: FormProps) {
  const form = useForm<Form>({
    defaultValues: { kind: 'event', title: '', body: '', link: '', seenDays: String(MOST_SEEN_DAYS), at: '' },
  });
  const { errors } = form.formState;
  const isWritten = (text: string) => text.trim() !== '' || '不能空着';
  return (
    <form className="flex flex-col gap-4" onSubmit={form.handleSubmit((values) => onDone(wantedOf(values)))} noValidate>
      <Select label="种类" options={Object.entries(KINDS)} {...form.register('kind')} />
      <Field
        label="标题"
        maxLength={LONGEST_ANNOUNCEMENT.title}
        autoComplete="off"
        field={form.register('title', { validate: isWritten })}
        error={errors.title?.message ?? null}
      />
      <TextArea
        label="正文"
        rows={4}
        maxLength={LONGEST_ANNOUNCEMENT.body}
        error={errors.body?.message ?? null}
        {...form.register('body', { validate: isWritten })}
      />
      <Field
        label="链接"
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        hint="点开去的页面，如 /comic/12、/giftbox；可以不填"
        field={form.register('link', {
          validate: (text) => text.trim() === '' || isScreenPath(text.trim()) || '要写本站的页面，如 /comic/12',
        })}
        error={errors.link?.message ?? null}
      />
      <Select label="发给谁" options={AUDIENCES} {...form.register('seenDays')} />
      <Field
        label="发出的时间（北京时间）"
        type="datetime-local"
        hint="不填就马上发出"
        field={form.register('at', {
          validate: (at) =>
            at === '' || Date.parse(readLocalTime(at)) > Date.now() || '这个时间已经过了；不填就马上发出',
        })}
        error={errors.at?.message ?? null}
      />
      <Problem error={error} />
      <Button type="submit" disabled={busy}>
        预览
      </Button>
    </form>
  );
}

function wantedOf({ kind, title, body, link, seenDays, at }: Form): AnnouncementDraft {
  return {
    kind,
    title: title.trim(),
    body: body.trim(),
    link: link.trim() || null,
    seenDays: Number(seenDays),
    at: at === '' ? null : readLocalTime(at),
  };
}
