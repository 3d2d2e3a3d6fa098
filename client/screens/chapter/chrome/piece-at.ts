import type { Progress } from './progress.ts';

type Cut = { height: number; pieces?: readonly { top: number }[] | undefined };

/** The piece of a page at a reading progress. `along`: the position inside the piece, from 0 (top) to 1 (bottom). */
export function pieceAt(pages: readonly Cut[], { unit, at }: Progress) {
  if (unit === 'page') return { page: at - 1, piece: 0, along: 0 };
  const { height = 0, pieces = [] } = pages[0] ?? {};
  const y = (height * at) / 100;
  const piece = Math.max(
    0,
    pieces.findLastIndex(({ top }) => top <= y),
  );
  const start = pieces[piece]?.top ?? 0;
  const end = pieces[piece + 1]?.top ?? height;
  return { page: 0, piece, along: (y - start) / Math.max(1, end - start) };
}
