import { useEffect, useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';

const KEYS = [
  ['/', '搜索'],
  ['j', '下一行'],
  ['k', '上一行'],
  ['Enter', '打开选中的一行'],
  ['e', '编辑'],
  ['Ctrl S', '检查并保存；列出了变化的，再按一次确认'],
  ['?', '这份说明'],
] as const;

/**
 * The keys of every page: `/` focuses its search field, `j` and `k` move along the elements marked `data-row`, `e` presses or
 * focuses the element marked `data-edit`, or opens the row with the focus, `?` opens the help. Ctrl+S, or Cmd+S, presses the
 * element marked `data-save`, also while a person types, and in a dialog the one of the dialog.
 */
export function useKeys() {
  const [helpIsOpen, setHelpIsOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key === 's' && save()) return event.preventDefault();
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector('dialog[open]')) return;
      if (event.key === '?') setHelpIsOpen(true);
      else if (event.key === '/') document.querySelector<HTMLElement>('main input[type=search]')?.focus();
      else if (event.key === 'j') moveRow(1);
      else if (event.key === 'k') moveRow(-1);
      else if (event.key === 'e') edit();
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  return { helpIsOpen, closeHelp: () => setHelpIsOpen(false) };
}

/** Returns whether there is something to save. */
function save(): boolean {
  const page = document.querySelector('dialog[open]') ?? document;
  const button = page.querySelector<HTMLButtonElement>('[data-save]');
  button?.click();
  return button !== null;
}

function edit(): void {
  const row = document.activeElement?.matches('main [data-row]') ? document.activeElement : null;
  const target = document.querySelector<HTMLElement>('main [data-edit]') ?? (row as HTMLElement | null);
  target?.focus();
  target?.click();
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');
}

function moveRow(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('main [data-row]')];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  rows[at === -1 ? 0 : Math.min(rows.length - 1, Math.max(0, at + by))]?.focus();
}

export function KeysHelp({ onClose }: { onClose(): void }) {
  return (
    <Dialog title="键盘" onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
        {KEYS.map(([key, what]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="rounded-md bg-sunken px-2 py-0.5 font-mono text-sm">{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
