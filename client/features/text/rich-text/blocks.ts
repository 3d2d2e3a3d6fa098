/** A piece of a line: plain, strong, or a link. */
export type Span = { text: string; strong?: true; to?: string };
type Lines = { kind: 'heading' | 'paragraph'; spans: Span[] };
type Items = { kind: 'list' | 'steps'; items: Span[][] };
export type Block = Lines | Items;

const HEADING = /^#{1,6}\s+(.+)$/;
const BULLET = /^[-*+]\s+(.*)$/;
const STEP = /^\d{1,3}[.)]\s+(.*)$/;
const RULE = /^([-*_])\s*(\1\s*){2,}$/;

/**
 * The small part of Markdown that editorial texts need: headings, paragraphs, both kinds of lists, bold text and links.
 * Everything else stays plain text, also HTML.
 */
export function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = [];
  // A line that continues the block of the line before. An empty line ends it.
  let open: Block | null = null;
  for (const raw of markdown.split(/\r?\n/)) {
    const line = raw.trim();
    const heading = HEADING.exec(line)?.[1];
    const item = itemOf(line);
    if (line === '' || RULE.test(line)) {
      open = null;
    } else if (heading !== undefined) {
      blocks.push({ kind: 'heading', spans: spansOf(heading) });
      open = null;
    } else if (item) {
      const last: Block | undefined = blocks.at(-1);
      if (last && 'items' in last && last.kind === item.kind) last.items.push(spansOf(item.text));
      else blocks.push({ kind: item.kind, items: [spansOf(item.text)] });
      open = blocks.at(-1) ?? null;
    } else {
      const openSpans: Span[] | undefined = open ? ('items' in open ? open.items.at(-1) : open.spans) : undefined;
      if (openSpans) {
        openSpans.push({ text: '\n' }, ...spansOf(line));
      } else {
        open = { kind: 'paragraph', spans: spansOf(line) };
        blocks.push(open);
      }
    }
  }
  return blocks;
}

function itemOf(line: string): { kind: 'list' | 'steps'; text: string } | null {
  if (RULE.test(line)) return null;
  const bullet = BULLET.exec(line)?.[1];
  if (bullet !== undefined) return { kind: 'list', text: bullet };
  const step = STEP.exec(line)?.[1];
  return step === undefined ? null : { kind: 'steps', text: step };
}

// Bounded, because otherwise a text full of open brackets would be searched to its end for each of them.
const INLINE = /\*\*([^*]{1,300})\*\*|\[([^\]]{1,300})\]\(([^\s)]{1,1000})\)/g;

function spansOf(line: string): Span[] {
  const spans: Span[] = [];
  let from = 0;
  for (const found of line.matchAll(INLINE)) {
    if (found.index > from) spans.push({ text: line.slice(from, found.index) });
    const [, strong, text, to] = found;
    if (strong !== undefined) spans.push({ text: strong, strong: true });
    else if (text !== undefined && to !== undefined) spans.push({ text, to });
    from = found.index + found[0].length;
  }
  if (from < line.length) spans.push({ text: line.slice(from) });
  return spans;
}

/** The visible text, without its marks. */
export function plainText(markdown: string): string {
  return blocksOf(markdown)
    .flatMap((block) => ('items' in block ? block.items : [block.spans]))
    .map((spans) => spans.map(({ text }) => text).join(''))
    .join('\n');
}
