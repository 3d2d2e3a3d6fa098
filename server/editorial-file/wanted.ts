import type { Db } from '../core/db.ts';
import { comicsNamed } from '../modules/catalog/comic-names-store.ts';
import type { SectionPart, SitePicture } from '../modules/editorial/parts.ts';
import { checkTogether } from './checks.ts';
import type { ReadPicture } from './pictures.ts';
import type { PromotionSaid, Whole } from './present.ts';
import type { Item, Said } from './said.ts';
import type { Path, YamlSource } from './yaml-source.ts';

/** What a file wants the state to be; parts it does not name stay as they are. */
export type Wanted = Partial<Whole>;

type Named = {
  comic(at: Path, name: string): number;
  comics(at: Path, names: readonly string[]): number[];
  picture(at: Path, name: string): SitePicture;
};

/**
 * Makes parts of what a file says: comics and pictures for their names, and looks at everything together. Where anything
 * is wrong it is noted in `source`, and the answer is good for nothing.
 */
export async function toWanted(
  said: Said,
  present: Whole,
  source: YamlSource,
  ports: { db: Db; readPicture(name: string): Promise<ReadPicture | string> },
): Promise<{ wanted: Wanted; pictures: ReadPicture[] }> {
  const pictures = new Map<string, ReadPicture | string>();
  for (const name of picturesIn(said)) pictures.set(name, await ports.readPicture(name));
  const comics = await comicsNamed(ports.db, namesIn(said));
  const wanted = build(said, namedIn(source, comics, pictures), source);
  checkTogether(said, wanted, present, source);
  return { wanted, pictures: [...pictures.values()].filter((read) => typeof read !== 'string') };
}

function namedIn(
  { wrong }: YamlSource,
  comics: ReadonlyMap<string, number>,
  pictures: ReadonlyMap<string, ReadPicture | string>,
): Named {
  const comic = (at: Path, name: string) => {
    const id = comics.get(name);
    if (id === undefined && name !== '') wrong(at, `没有「${name}」这部漫画，要写书名或六位短码`);
    return id ?? 0;
  };
  return {
    comic,
    comics(at, names) {
      const ids = names.map((name, index) => comic([...at, index], name));
      for (const [index, id] of ids.entries())
        if (id !== 0 && ids.indexOf(id) < index) wrong([...at, index], `「${names[index]}」写了两次`);
      return ids;
    },
    picture(at, name) {
      const read = pictures.get(name) ?? '没有这个图片文件';
      if (typeof read !== 'string') return read.picture;
      if (name !== '') wrong(at, `${name}：${read}`);
      return NO_PICTURE;
    },
  };
}

const NO_PICTURE: SitePicture = { key: '', width: 0, height: 0, color: '', variants: [], source: '' };

function build(said: Said, named: Named, source: YamlSource): Wanted {
  const { site, service, privacy, hot, genres, faq } = said;
  const linkOf = (at: Path, { link, comic }: { link?: string; comic?: string }) => {
    if (link !== undefined && comic !== undefined) source.wrong(at, 'link 与 comic 只能写一个');
    return comic === undefined ? link : `/comic/${named.comic([...at, 'comic'], comic)}`;
  };
  return withoutUndefined({
    site,
    service,
    privacy,
    hot: hot?.map((each) => each.said),
    genres: genres?.map(({ said: { name, title = name, hidden } }) => ({ name, title, hidden })),
    faq: faq?.map((each) => each.said),
    home: said.home?.map((each) => toSection(each, named, source)),
    banners: said.banners?.map(({ at, said: { slot, title, picture, start, end, ...to } }) => {
      const link = linkOf(at, to);
      if (link === undefined) source.wrong([...at, 'link'], '要写 link 或 comic');
      return { slot, title, image: named.picture([...at, 'picture'], picture), link: link ?? '', start, end };
    }),
    themes: said.themes?.map(({ at, said: { picture, comics, ...theme } }) => ({
      ...theme,
      image: picture === null ? null : named.picture([...at, 'picture'], picture),
      comics: named.comics([...at, 'comics'], comics),
    })),
    events: said.events?.map(({ at, said: { picture, link: _link, comic: _comic, ...event }, said: to }) => ({
      ...event,
      image: named.picture([...at, 'picture'], picture),
      link: linkOf(at, to) ?? '',
    })),
    promotions: said.promotions?.map(({ at, said: { comics, ...promotion } }): PromotionSaid => {
      return { ...promotion, comics: named.comics([...at, 'comics'], comics) };
    }),
  });
}

function toSection({ at, said }: Item<'home'>, named: Named, { wrong }: YamlSource): SectionPart {
  const { key, title, layout, more, show, theme, comics, count, start, end } = said;
  const fillings = [show, theme, comics].filter((each) => each !== undefined);
  if (fillings.length !== 1) wrong(at, 'show、theme、comics 要写且只能写一个');
  const filled = () => {
    if (comics !== undefined) return { comics: named.comics([...at, 'comics'], comics) };
    return theme === undefined ? { rule: show ?? 'updated' } : { theme };
  };
  return { key, title, layout, more, show: filled(), count, start, end };
}

function picturesIn({ banners = [], themes = [], events = [] }: Said): Set<string> {
  return new Set([...banners, ...themes, ...events].flatMap(({ said }) => said.picture || []));
}

function namesIn({ home = [], themes = [], promotions = [], banners = [], events = [] }: Said): string[] {
  const listed = [...home, ...themes, ...promotions].flatMap(({ said }) => said.comics ?? []);
  const named = new Set([...listed, ...[...banners, ...events].flatMap(({ said }) => said.comic ?? [])]);
  return [...named].filter((name) => name !== '');
}

function withoutUndefined(wanted: { [Name in keyof Wanted]: Wanted[Name] | undefined }): Wanted {
  return Object.fromEntries(Object.entries(wanted).filter(([, part]) => part !== undefined));
}
