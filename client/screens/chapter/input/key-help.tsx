import { Dialog } from '../../../../ui/dialog.tsx';

/** The list of keys. The arrows are swapped if the reading direction is to the left. */
export function KeyHelp({ left, onClose }: { left: boolean; onClose: () => void }) {
  const [forward, backward] = left ? ['←', '→'] : ['→', '←'];
  const rows = [
    [`空格 · ${forward} · Page Down`, '下一页'],
    [`Shift + 空格 · ${backward} · Page Up`, '上一页'],
    ['↓ · ↑', '往下、往上一点'],
    ['Home · End', '到开头、到末尾'],
    ['[ · ]', '上一话、下一话'],
    ['F', '全屏'],
    ['Esc', '显示或收起菜单'],
    ['?', '这份说明'],
  ];
  return (
    <Dialog title="键盘" onClose={onClose}>
      <dl className="flex flex-col gap-3 text-sm">
        {rows.map(([keys, meaning]) => (
          <div key={keys} className="flex justify-between gap-4">
            <dt className="text-soft">{keys}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
