import { createHash } from 'node:crypto';
import { fromAge, otherGenreNames, type SearchableComic } from '../../catalog/catalog.ts';
import { fold } from '../text/fold.ts';
import { readSpelling, spell, writeSpelling } from '../text/spelling.ts';
import { genreTerms, gramsOf, letterTerms, nameTerms, wholeTerms } from '../text/terms.ts';

/** The version of the rules for documents. If it changes, the next start makes all documents again. */
const RECIPE = 4;

/** A comic as it is searched. */
export type Document = {
  comicId: number;
  fingerprint: string;
  title: string;
  shownNames: string[];
  shownAuthors: string[];
  names: string[];
  authors: string[];
  genres: string[];
  body: string;
  spelled: string[];
  terms: string[];
  code: string;
  status: SearchableComic['status'];
  fromAge: number;
  views: number;
  createdAt: Date;
  latestAt: Date;
};

/** Genres under the name that comics carry, with the title that readers see. */
export type GenreTitles = ReadonlyMap<string, string>;

/** Without the views, which change all the time and are renewed by themselves. */
export function fingerprintOf(comic: SearchableComic, titles: GenreTitles): string {
  const genreTitles = comic.genres.map((genre) => titles.get(genre) ?? '');
  return createHash('md5')
    .update(JSON.stringify([RECIPE, { ...comic, views: 0 }, genreTitles]))
    .digest('hex');
}

export function makeDocument(comic: SearchableComic, titles: GenreTitles): Document {
  const shownNames = [...new Set([comic.title, ...comic.alias])];
  const shownAuthors = [...new Set(comic.authors)];
  const genres = comic.genres.flatMap((genre) => [genre, titles.get(genre) ?? '', ...otherGenreNames(genre)]);
  const names = shownNames.map(textOf);
  const authors = shownAuthors.map(textOf);
  const body = [...new Set([...names, ...authors, ...genres.map(textOf)])].filter((line) => line !== '').join('\n');
  const spelledGenres = genres
    .filter((genre) => genre !== '')
    .map((genre) => spell(genre).map(({ readings }) => readings));
  const spelled = [...shownNames, ...shownAuthors].map((name) => writeSpelling(spell(name)));
  return {
    comicId: comic.id,
    fingerprint: fingerprintOf(comic, titles),
    title: comic.title,
    shownNames,
    shownAuthors,
    names,
    authors,
    genres: comic.genres,
    body,
    spelled,
    terms: [
      ...new Set([
        ...gramsOf(body),
        ...names.flatMap(nameTerms),
        ...authors.flatMap(wholeTerms),
        ...spelled.flatMap((each) => letterTerms(readSpelling(each))),
        ...spelledGenres.flatMap(genreTerms),
      ]),
    ],
    code: comic.code.toLowerCase(),
    status: comic.status,
    fromAge: fromAge(comic.ageRating),
    views: comic.views,
    createdAt: comic.createdAt,
    latestAt: comic.latestAt,
  };
}

function textOf(name: string): string {
  return fold(name).text;
}
