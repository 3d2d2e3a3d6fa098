import type { ReactNode } from 'react';
import { Link } from 'react-router';

export type Column<Row> = {
  title: string;
  cell(row: Row): ReactNode;
  /** Numbers and sums are aligned at their end. */
  isNumber?: boolean;
};

type RowsProps<Row> = {
  /** The accessible name of the table. */
  label: string;
  rows: readonly Row[];
  /** The first column names the row. */
  columns: readonly Column<Row>[];
  keyOf(row: Row): string | number;
  /** The address that the row's name links to. */
  linkOf?(row: Row): string;
  /** On a phone only the first column and the last one, beside it, are shown. */
  isCompact?: boolean;
  /** A row whose figures are not final, such as today, is hatched. */
  isHatched?(row: Row): boolean;
};

const COMPACT =
  'max-sm:flex max-sm:items-center max-sm:gap-3 max-sm:py-2 max-sm:[&>td]:not-last:hidden! max-sm:[&>td]:before:hidden max-sm:[&>th]:min-w-0 max-sm:[&>th]:flex-1';

/** A table; on a phone each row is a card whose heading is the first column. */
export function Rows<Row>({ label, rows, columns, keyOf, linkOf, isCompact = false, isHatched }: RowsProps<Row>) {
  return (
    <table
      aria-label={label}
      className="w-full overflow-hidden rounded-2xl bg-raised ring-1 ring-line max-sm:block sm:text-sm lg:text-base"
    >
      <thead className="max-sm:sr-only">
        <tr className="border-b border-line text-sm text-soft">
          {columns.map(({ title, isNumber }) => (
            <th
              key={title}
              scope="col"
              className={`px-3 py-2 font-normal first:pl-6 last:pr-6 ${isNumber ? 'text-right' : 'text-left'}`}
            >
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line max-sm:block">
        {rows.map((row) => (
          <tr
            key={keyOf(row)}
            className={`hover:bg-sunken max-sm:px-4 ${isCompact ? COMPACT : 'max-sm:block max-sm:py-3'} ${isHatched?.(row) ? 'hatched' : ''}`}
          >
            {columns.map((column, index) => (
              <Cell
                key={column.title}
                column={column}
                row={row}
                isFirst={index === 0}
                link={index === 0 ? linkOf?.(row) : undefined}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type CellProps<Row> = { column: Column<Row>; row: Row; isFirst: boolean; link: string | undefined };

function Cell<Row>({ column: { title, cell, isNumber }, row, isFirst, link }: CellProps<Row>) {
  const Tag = isFirst ? 'th' : 'td';
  const side = isNumber ? 'sm:text-right' : 'text-left';
  return (
    <Tag
      scope={isFirst ? 'row' : undefined}
      data-title={title}
      className={`px-3 py-2 text-left align-middle font-normal break-words first:pl-6 last:pr-6 max-sm:p-0! ${side} ${isFirst ? 'max-sm:mb-1 max-sm:block max-sm:font-medium' : 'max-sm:flex max-sm:min-h-7 max-sm:items-center max-sm:justify-between max-sm:gap-4 max-sm:text-sm max-sm:before:shrink-0 max-sm:before:text-soft max-sm:before:content-[attr(data-title)]'}`}
    >
      {link === undefined ? (
        cell(row)
      ) : (
        <Link to={link} data-row className="flex min-h-11 items-center gap-3 font-medium hover:text-accent">
          {cell(row)}
        </Link>
      )}
    </Tag>
  );
}
