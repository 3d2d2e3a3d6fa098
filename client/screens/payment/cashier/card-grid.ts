type CardGrid = { grid: string; card: string; end: string };

/** A card with its price below its name. */
const TALL = { card: 'min-h-26 flex-col', end: 'mt-auto items-baseline justify-between pt-2' };
/** A card as wide as the screen, with its price at the right. */
const FLAT = { card: 'min-h-18 items-center', end: 'ml-auto flex-col items-end' };
const FLAT_ON_PHONE = {
  card: 'min-h-18 max-sm:items-center sm:min-h-26 sm:flex-col',
  end: 'max-sm:ml-auto max-sm:flex-col max-sm:items-end sm:mt-auto sm:items-baseline sm:justify-between sm:pt-2',
};

/** The classes of a grid with this number of cards, which all have the same size and fill every row: at most two in a row, on a wider screen three. */
export function cardGrid(count: number): CardGrid {
  const isEven = count % 2 === 0;
  const [columns, look] =
    count % 3 === 0
      ? isEven
        ? ['grid-cols-2 sm:grid-cols-3', TALL]
        : ['sm:grid-cols-3', FLAT_ON_PHONE]
      : isEven
        ? ['grid-cols-2', TALL]
        : ['', FLAT];
  return { grid: `mt-2 grid gap-3 ${columns}`, ...look };
}
