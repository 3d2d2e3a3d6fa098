import { Fragment } from 'react';
import { SafeLink } from '../../navigation/safe-link.tsx';
import { blocksOf, type Span } from './blocks.ts';

/** An editor's text, written in Markdown. */
export function RichText({ text }: { text: string }) {
  return (
    <div className="leading-7">
      {blocksOf(text).map((block, index) => {
        if ('items' in block) {
          const List = block.kind === 'list' ? 'ul' : 'ol';
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a text does not change its order.
            <List key={index} className={`mt-4 pl-6 ${block.kind === 'list' ? 'list-disc' : 'list-decimal'}`}>
              {block.items.map((spans, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the same.
                <li key={place} className="whitespace-pre-line">
                  <Spans spans={spans} />
                </li>
              ))}
            </List>
          );
        }
        if (block.kind === 'heading') {
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same.
            <h2 key={index} className="mt-6 text-lg font-semibold">
              <Spans spans={block.spans} />
            </h2>
          );
        }
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same.
          <p key={index} className="mt-4 whitespace-pre-line">
            <Spans spans={block.spans} />
          </p>
        );
      })}
    </div>
  );
}

function Spans({ spans }: { spans: Span[] }) {
  return spans.map(({ text, strong, to }, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the same.
    if (strong) return <strong key={index}>{text}</strong>;
    if (to === undefined) {
      // biome-ignore lint/suspicious/noArrayIndexKey: the same.
      return <Fragment key={index}>{text}</Fragment>;
    }
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same.
      <SafeLink key={index} to={to} className="text-accent underline">
        {text}
      </SafeLink>
    );
  });
}
