import { type DragEvent, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Problem } from '../parts/page.tsx';
import { useIsAuthor } from '../runtime/rights.ts';
import { droppedFrom, type PickedFile, pickedFrom } from './picked-files.ts';
import { startSending } from './sending.ts';

type DropZoneProps = {
  /** The upload to which the files are added; without it a new one begins. */
  upload?: string;
  onStarted?(upload: string): void;
};

/** Takes files and folders that are dropped or chosen, and begins to send them. */
export function DropZone({ upload, onStarted }: DropZoneProps) {
  const isAuthor = useIsAuthor();
  const [isOver, setIsOver] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);

  async function start(picking: PickedFile[] | Promise<PickedFile[]>) {
    setIsBusy(true);
    setError(null);
    try {
      const picked = await picking;
      if (picked.length === 0) return;
      const started = await startSending(picked, upload);
      onStarted?.(started);
    } catch (problem) {
      setError(problem instanceof Error ? problem : new Error());
    } finally {
      setIsBusy(false);
    }
  }
  const drag = (over: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setIsOver(over);
  };
  return (
    <section
      aria-label="选择要上传的文件"
      className={`flex flex-col items-center gap-4 rounded-2xl border-2 border-dashed p-6 text-center sm:p-10 ${isOver ? 'border-accent bg-tint' : 'border-line bg-raised'}`}
      onDragEnter={drag(true)}
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={(event) => {
        drag(false)(event);
        void start(droppedFrom(event.dataTransfer));
      }}
    >
      <p className="max-sm:hidden">把压缩包或文件夹拖到这里</p>
      <div className="flex flex-wrap justify-center gap-3">
        <PickButton label="选择文件夹" isFolder disabled={isBusy} onPick={start} />
        <PickButton label="选择文件" disabled={isBusy} onPick={start} />
      </div>
      <p className="text-sm text-soft">
        CBZ、ZIP、CBR、RAR、7z、EPUB、PDF，或图片的文件夹。一个文件夹是一部漫画，每份文件是一话。断了会从断点继续。
        {isAuthor && '文件夹的名字写你的漫画的书名：只能上传到交给你的漫画。'}
      </p>
      <Problem error={error} />
    </section>
  );
}

type PickButtonProps = { label: string; isFolder?: boolean; disabled: boolean; onPick(picked: PickedFile[]): void };

function PickButton({ label, isFolder = false, disabled, onPick }: PickButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button look={isFolder ? 'primary' : 'tinted'} disabled={disabled} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={label}
        {...(isFolder && { webkitdirectory: '' })}
        onChange={({ target }) => {
          if (target.files) onPick(pickedFrom(target.files));
          target.value = '';
        }}
      />
    </>
  );
}
