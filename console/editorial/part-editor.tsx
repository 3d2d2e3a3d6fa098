import { useEffect, useState } from 'react';
import type { PartName } from '#contract/console/editorial-parts';
import { Button } from '../../ui/button.tsx';
import { PartForm } from './part-form.tsx';

type Opened = { version: string; value: unknown };
type PartEditorProps = { name: PartName; title: string; latest: Opened; by: string | undefined };

/** The form of a part. What another person saves meanwhile does not replace what is being entered. */
export function PartEditor({ name, title, latest, by }: PartEditorProps) {
  const [opened, setOpened] = useState(latest);
  const [isDirty, setIsDirty] = useState(false);
  const isOld = opened.version !== latest.version;
  useEffect(() => {
    if (isOld && !isDirty) setOpened(latest);
  }, [isOld, isDirty, latest]);
  return (
    <>
      {isOld && isDirty && (
        <div
          role="alert"
          className="flex flex-wrap items-center justify-between gap-3 rounded-2xl bg-raised p-4 ring-1 ring-warm"
        >
          <p>{by ?? '有人'} 刚刚改过这一部分，你的改动不能保存在它上面。</p>
          <Button look="tinted" onClick={() => setOpened(latest)}>
            放弃我的改动，重新打开
          </Button>
        </div>
      )}
      <PartForm key={opened.version} name={name} title={title} {...opened} onDirty={setIsDirty} />
    </>
  );
}
