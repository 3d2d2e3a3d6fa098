import type { Db } from '../../core/db/db.ts';
import type { FieldSource, Path } from '../../core/files/yaml-source.ts';
import { comicsNamed } from '../../modules/catalog/publishing/publishing.ts';
import type {
  EditorialState,
  PromotionPart,
  SectionPart,
  SiteIcon,
  SiteLogo,
  SitePicture,
} from '../../modules/editorial/editing.ts';
import { checkTogether } from './checks.ts';
import { toAttendance, toGift, toLimits, toPackage } from './economy-target.ts';
import type { FileParts, Item } from './file-parts.ts';
import type { Read, ReadPicture } from './stored-pictures.ts';

/** The state that a file describes; parts that it does not have stay as they are. */
export type TargetParts = Partial<EditorialState>;

type PictureReaders = {
  readPicture(name: string): Promise<ReadPicture | string>;
  readIcon(name: string): Promise<Read<SiteIcon> | string>;
  readLogo(name: string): Promise<Read<SiteLogo> | string>;
};

type Named = {
  comic(at: Path, name: string): number;
  comics(at: Path, names: readonly string[]): number[];
  picture(at: Path, name: string): SitePicture;
};

/**
 * Resolves the names of comics and pictures in a file and checks everything together. Where anything is wrong it is
 * recorded in `source`, and the result must not be used.
 */
export async function toTarget(
  fields: FileParts,
  current: EditorialState,
  source: FieldSource,
  ports: { db: Db } & PictureReaders,
): Promise<{ target: TargetParts; pictures: Pick<ReadPicture, 'files'>[] }> {
  const pictures = new Map<string, ReadPicture | string>();
  for (const name of picturesIn(fields)) pictures.set(name, await ports.readPicture(name));
  const comics = await comicsNamed(ports.db, namesIn(fields));
  const site = await siteIn(fields, current, source, ports);
  const target = {
    ...build(fields, current, namedIn(source, comics, pictures), source),
    ...(site && { site: site.part }),
  };
  checkTogether(fields, target, current, source);
  const read = [...pictures.values()].filter((each) => typeof each !== 'string');
  return { target, pictures: [...read, ...(site?.pictures ?? [])] };
}

/** The part of the site with its icon and logo; undefined if the file has none. Missing fields stay unchanged. */
async function siteIn(
  { site }: FileParts,
  { site: current }: EditorialState,
  { wrong }: FieldSource,
  { readIcon, readLogo }: PictureReaders,
) {
  if (site === undefined) return undefined;
  const pictures: Pick<ReadPicture, 'files'>[] = [];
  const drawn = async <Picture extends { source: string }>(
    field: 'icon' | 'logo',
    before: Picture | undefined,
    read: (name: string) => Promise<Read<Picture> | string>,
  ): Promise<Picture | undefined> => {
    const name = site[field];
    if (name === null) return undefined;
    // An export without pictures names them by their keys.
    if (name === undefined || name === before?.source) return before;
    const found = await read(name);
    if (typeof found === 'string') {
      wrong(['site', field], `${name}：${found}`);
      return undefined;
    }
    pictures.push(found);
    return found.picture;
  };
  const words = (field: 'icp' | 'police' | 'contact') =>
    site[field] === undefined ? current[field] : (site[field] ?? '');
  const color = site.color === undefined ? current.color : site.color;
  const icon = await drawn('icon', current.icon, readIcon);
  const logo = await drawn('logo', current.logo, readLogo);
  const part = {
    name: site.name ?? current.name,
    icp: words('icp'),
    police: words('police'),
    contact: words('contact'),
    ...(color && { color }),
    ...(icon && { icon }),
    ...(logo && { logo }),
  };
  return { part, pictures };
}

function namedIn(
  { wrong }: FieldSource,
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

function build(fields: FileParts, current: EditorialState, named: Named, source: FieldSource): TargetParts {
  const { restricted, features, service, privacy, limits, attendance, packages, discounts, gifts, hot, genres, faq } =
    fields;
  const linkOf = (at: Path, { link, comic }: { link?: string; comic?: string }) => {
    if (link !== undefined && comic !== undefined) source.wrong(at, 'link 与 comic 只能写一个');
    return comic === undefined ? link : `/comic/${named.comic([...at, 'comic'], comic)}`;
  };
  return withoutUndefined({
    restricted,
    features,
    service,
    privacy,
    limits: limits && toLimits(limits, current.limits),
    attendance: attendance && toAttendance(attendance, current.attendance),
    packages: packages?.map((each) => toPackage(each, source)),
    discounts: discounts?.map(({ fields: { chapters = 1, percent, pass } }) => ({
      chapters,
      percent,
      ...(pass && { pass }),
    })),
    gifts: gifts?.map((each) => toGift(each, source)),
    hot: hot?.map((each) => each.fields),
    genres: genres?.map(({ fields: { name, title = name, hidden } }) => ({ name, title, hidden })),
    faq: faq?.map((each) => each.fields),
    home: fields.home?.map((each) => toSection(each, named, source)),
    banners: fields.banners?.map(({ at, fields: { slot, title, picture, start, end, ...to } }) => {
      const link = linkOf(at, to);
      if (link === undefined) source.wrong([...at, 'link'], '要写 link 或 comic');
      return { slot, title, image: named.picture([...at, 'picture'], picture), link: link ?? '', start, end };
    }),
    themes: fields.themes?.map(({ at, fields: { picture, comics, notes, ...theme } }) => {
      const ids = named.comics([...at, 'comics'], comics);
      return {
        ...theme,
        image: picture === null ? null : named.picture([...at, 'picture'], picture),
        comics: ids,
        notes: notesOf([...at, 'notes'], notes, ids, named, source),
      };
    }),
    events: fields.events?.map(({ at, fields: { picture, link: _link, comic: _comic, ...event }, fields: to }) => ({
      ...event,
      image: named.picture([...at, 'picture'], picture),
      link: linkOf(at, to) ?? '',
    })),
    promotions: fields.promotions?.map(({ at, fields: { comics, ...promotion } }): PromotionPart => {
      return { ...promotion, comics: named.comics([...at, 'comics'], comics) };
    }),
  });
}

function toSection({ at, fields }: Item<'home'>, named: Named, { wrong }: FieldSource): SectionPart {
  const { key, title, layout, more, show, theme, comics, count, start, end } = fields;
  const fillings = [show, theme, comics].filter((each) => each !== undefined);
  if (fillings.length !== 1) wrong(at, 'show、theme、comics 要写且只能写一个');
  const filled = () => {
    if (comics !== undefined) return { comics: named.comics([...at, 'comics'], comics) };
    return theme === undefined ? { rule: show ?? 'updated' } : { theme };
  };
  return { key, title, layout, more, show: filled(), count, start, end };
}

/** The editor's lines by the id of the comic; one about a comic that the theme does not list is wrong. */
function notesOf(
  at: Path,
  notes: Readonly<Record<string, string>>,
  listed: readonly number[],
  named: Named,
  { wrong }: FieldSource,
): Record<string, string> {
  const lines = Object.entries(notes).map(([name, line]) => {
    const id = named.comic([...at, name], name);
    if (id !== 0 && !listed.includes(id)) wrong([...at, name], `「${name}」不在这个专题的 comics 里`);
    return [String(id), line];
  });
  return Object.fromEntries(lines);
}

function picturesIn({ banners = [], themes = [], events = [] }: FileParts): Set<string> {
  return new Set([...banners, ...themes, ...events].flatMap(({ fields }) => fields.picture || []));
}

function namesIn({ home = [], themes = [], promotions = [], banners = [], events = [] }: FileParts): string[] {
  const listed = [...home, ...themes, ...promotions].flatMap(({ fields }) => fields.comics ?? []);
  const noted = themes.flatMap(({ fields }) => Object.keys(fields.notes));
  const named = new Set([...listed, ...noted, ...[...banners, ...events].flatMap(({ fields }) => fields.comic ?? [])]);
  return [...named].filter((name) => name !== '');
}

function withoutUndefined(target: { [Name in keyof TargetParts]: TargetParts[Name] | undefined }): TargetParts {
  return Object.fromEntries(Object.entries(target).filter(([, part]) => part !== undefined));
}
