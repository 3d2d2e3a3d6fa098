import { Fragment } from 'react';

/** A title that wraps after a joining sign before it wraps inside a word, because many Latin titles are wider than a card. */
export function TitleText({ title }: { title: string }) {
  return title.split(/(?<=[&+/])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: nothing but the place tells them apart.
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
