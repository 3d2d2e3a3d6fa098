import { AutoScroller, Cursor, Feedback, PreventSelection } from '@dnd-kit/dom';
import { DragDropProvider, PointerSensor } from '@dnd-kit/react';
import { isSortable, useSortable } from '@dnd-kit/react/sortable';
import type { ReactNode } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { DownIcon } from '../../ui/screen-icons.tsx';

type SortableProps<Item> = {
  /** The accessible name of the list. */
  label: string;
  items: readonly Item[];
  keyOf(item: Item): string | number;
  /** The name of an item, for the names of its buttons. */
  nameOf(item: Item, index: number): string;
  onMove(from: number, to: number): void;
  /** An item; `controls` are its handle and its buttons 上移 and 下移. */
  children(item: Item, index: number, controls: ReactNode): ReactNode;
  className?: string;
};

/** A list whose order is changed by dragging a handle, or by the buttons 上移 and 下移. */
export function Sortable<Item>({ label, items, className = '', onMove, ...each }: SortableProps<Item>) {
  return (
    <DragDropProvider
      // The buttons are for keyboards and screen readers, so the handle is for pointers alone.
      sensors={[PointerSensor]}
      plugins={[AutoScroller, Cursor, Feedback, PreventSelection]}
      onDragEnd={({ canceled, operation: { source } }) => {
        if (!canceled && isSortable(source) && source.initialIndex !== source.index)
          onMove(source.initialIndex, source.index);
      }}
    >
      <ul aria-label={label} className={className}>
        {items.map((item, index) => (
          <Row
            key={each.keyOf(item)}
            id={each.keyOf(item)}
            index={index}
            name={each.nameOf(item, index)}
            isLast={index === items.length - 1}
            onMove={onMove}
          >
            {(controls) => each.children(item, index, controls)}
          </Row>
        ))}
      </ul>
    </DragDropProvider>
  );
}

type RowProps = {
  id: string | number;
  index: number;
  name: string;
  isLast: boolean;
  onMove(from: number, to: number): void;
  children(controls: ReactNode): ReactNode;
};

function Row({ id, index, name, isLast, onMove, children }: RowProps) {
  const { ref, handleRef, isDragging } = useSortable({ id, index });
  return (
    <li ref={ref} className={`bg-raised ${isDragging ? 'relative z-10 shadow-lg' : ''}`}>
      {children(
        <span className="flex shrink-0 items-center">
          <span
            ref={handleRef}
            aria-hidden
            className="flex size-11 cursor-grab touch-none items-center justify-center text-soft select-none"
          >
            ⠿
          </span>
          <IconButton
            label={`上移 ${name}`}
            className="disabled:opacity-30"
            disabled={index === 0}
            onClick={() => onMove(index, index - 1)}
          >
            <DownIcon className="size-5 rotate-180" />
          </IconButton>
          <IconButton
            label={`下移 ${name}`}
            className="disabled:opacity-30"
            disabled={isLast}
            onClick={() => onMove(index, index + 1)}
          >
            <DownIcon className="size-5" />
          </IconButton>
        </span>,
      )}
    </li>
  );
}

/** The items after one was moved. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const others = items.filter((_item, index) => index !== from);
  return [...others.slice(0, to), ...items.slice(from, from + 1), ...others.slice(to)];
}
