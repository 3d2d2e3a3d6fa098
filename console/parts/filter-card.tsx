import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';

type FilterCardProps = {
  /** The search field, if there is one. */
  search?: ReactNode;
  /** The choices. On a phone they open by a button. */
  children: ReactNode;
  /** How many choices are beside each other on a wide screen. */
  columns: 3 | 4 | 5;
};

const COLUMNS = { 3: 'sm:grid-cols-3', 4: 'sm:grid-cols-4', 5: 'sm:grid-cols-3 lg:grid-cols-5' } as const;

/** The search and the choices above a list. */
export function FilterCard({ search, columns, children }: FilterCardProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="flex flex-col gap-3 rounded-2xl bg-raised p-4 ring-1 ring-line max-sm:pb-1 sm:p-6">
      {search}
      <Button look="quiet" className="sm:hidden" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? '收起筛选' : '筛选'}
      </Button>
      <div className={`grid grid-cols-2 gap-3 max-sm:pb-3 ${COLUMNS[columns]} ${isOpen ? '' : 'max-sm:hidden'}`}>
        {children}
      </div>
    </div>
  );
}
