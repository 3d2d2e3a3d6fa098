import { type ReactNode, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FileButton } from '../../parts/file-button.tsx';
import { Picture } from '../../parts/picture.tsx';
import type { ChapterPage } from '../words.ts';

type PageCellProps = {
  page: ChapterPage;
  /** Counted from 1. */
  no: number;
  isOnly: boolean;
  isBusy: boolean;
  /** The handle and the buttons that move it. */
  controls: ReactNode;
  onReplace(file: File): void;
  /** Adds pictures after it. */
  onAdd(files: File[]): void;
  onDelete(): void;
};

/** A page of a chapter with its actions. */
export function PageCell({ page, no, isOnly, isBusy, controls, onReplace, onAdd, onDelete }: PageCellProps) {
  const [opened, setOpened] = useState<'picture' | 'delete' | null>(null);
  const close = () => setOpened(null);
  const name = `第 ${no} 页`;
  return (
    <div className="flex h-full flex-col">
      <button type="button" data-row aria-label={`看${name}`} className="relative" onClick={() => setOpened('picture')}>
        <Picture url={page.pieces[0] ?? page.url} alt="" className="block aspect-3/4 w-full object-top" />
        <span className="absolute bottom-1 left-1 rounded-full bg-black/70 px-2 py-0.5 text-sm text-white">{no}</span>
        {page.damaged && (
          <span className="absolute top-1 left-1 rounded-full bg-raised px-2 py-0.5 text-sm text-danger">损坏</span>
        )}
      </button>
      <span className="self-center">{controls}</span>
      <span className="grid grid-cols-3">
        <FileButton
          text="替换"
          label={`替换${name}`}
          look="quiet"
          className="px-1!"
          disabled={isBusy}
          onPick={([file]) => file && onReplace(file)}
        />
        <FileButton
          text="插入"
          label={`在${name}之后插入`}
          look="quiet"
          className="px-1!"
          multiple
          disabled={isBusy}
          onPick={onAdd}
        />
        <Button
          look="quiet"
          className="px-1!"
          aria-label={`删除${name}`}
          disabled={isBusy || isOnly}
          onClick={() => setOpened('delete')}
        >
          删除
        </Button>
      </span>
      {opened === 'picture' && <WholePage page={page} title={name} onClose={close} />}
      {opened === 'delete' && (
        <ConfirmDialog
          title={`删除${name}`}
          text="读者立即看不到这一页。30 天里可以恢复。"
          confirm="删除"
          onClose={close}
          onConfirm={() => {
            close();
            onDelete();
          }}
        />
      )}
    </div>
  );
}

function WholePage({ page, title, onClose }: { page: ChapterPage; title: string; onClose(): void }) {
  const { url, pieces, width, height, source } = page;
  return (
    <Dialog title={title} onClose={onClose}>
      <p className="mb-2 text-sm break-words text-soft">
        {width}×{height} · {source}
      </p>
      {(pieces.length > 0 ? pieces : [url]).map((each) => (
        <Picture key={each} url={each} alt={title} className="block min-h-24 w-full" />
      ))}
    </Dialog>
  );
}
