import { type CurrentState, comicOfLink, type SitePicture } from '../../modules/editorial/editing.ts';
import { economyText } from './economy-export.ts';
import { NUMERIC } from './fields.ts';
import { spanOf } from './span-text.ts';

/** How the file names a picture; `name` and `label` are for a file that is written for it. */
export type NamePicture = (
  image: Pick<SitePicture, 'source'> | null | undefined,
  name: string,
  label: string,
) => Promise<string | undefined> | string | undefined;

/** The state with the fields of the editorial file. */
export async function describeState({ state, titles }: CurrentState, picture: NamePicture) {
  const { site, restricted, features, home, banners, themes, events, promotions, genres, hot, faq, service, privacy } =
    state;
  const comics = (ids: number[]) => ids.map((id) => titles.get(id));
  return {
    site: {
      name: site.name,
      icp: site.icp,
      police: site.police,
      contact: site.contact,
      // Unset values are written too: omitted values would not change on another machine.
      color: site.color || null,
      icon: (await picture(site.icon, 'icon', '网站的图标')) ?? null,
      logo: (await picture(site.logo, 'logo', '网站的标志')) ?? null,
    },
    restricted: { listed: restricted.listed },
    features: {
      notices: features.notices,
      ...(features.push !== undefined && { push: features.push }),
      ...(features.mail !== undefined && { mail: features.mail }),
      likes: features.likes,
      ratings: features.ratings,
    },
    home: home.map(({ key, title, layout, more, show, start, end, count }) => ({
      key,
      title,
      layout,
      ...(more !== null && { more }),
      ...('rule' in show && { show: show.rule }),
      ...('theme' in show && { theme: show.theme }),
      ...('comics' in show && { comics: comics(show.comics) }),
      count,
      ...spanOf({ start, end }),
    })),
    banners: await inTurn(banners, async ({ slot, title, image, link, ...span }, index) => ({
      slot,
      title,
      picture: await picture(image, `banner-${index + 1}`, `横幅「${title}」`),
      ...linkOf(link, titles),
      ...spanOf(span),
    })),
    themes: await inTurn(themes, async ({ id, title, description, image, comics: ids, notes = {}, ...span }) => ({
      id,
      title,
      description,
      picture: await picture(image, `theme-${id}`, `专题「${title}」`),
      comics: comics(ids),
      ...(Object.keys(notes).length > 0 && {
        notes: Object.fromEntries(ids.flatMap((id) => (notes[id] ? [[titles.get(id), notes[id]]] : []))),
      }),
      ...spanOf(span),
    })),
    events: await inTurn(events, async ({ id, title, image, link, body, ...span }) => ({
      id,
      title,
      picture: await picture(image, `event-${id}`, `活动「${title}」`),
      ...(link !== '' && linkOf(link, titles)),
      ...(body !== '' && { body }),
      ...spanOf(span),
    })),
    promotions: promotions.map(({ key, title, percent, comics: ids, start, end }) => ({
      key,
      title,
      percent,
      comics: comics(ids),
      ...spanOf({ start, end }),
    })),
    ...economyText(state),
    genres: genres.map(({ name, title, hidden }) =>
      title === name && !hidden ? name : { name, ...(title !== name && { title }), ...(hidden && { hidden }) },
    ),
    hot,
    faq: faq.map(({ type, question, answer, key }) => ({ type, question, answer, ...(key !== undefined && { key }) })),
    service: { title: service.title, body: service.body },
    privacy: { title: privacy.title, body: privacy.body },
  };
}

/** Values as they are read from a file: an amount is text as it is written. */
export function asRead(value: unknown, field = ''): unknown {
  if (typeof value === 'number') return NUMERIC.has(field) ? value : String(value);
  if (Array.isArray(value)) return value.map((each) => asRead(each, field));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([, each]) => each !== undefined);
  return Object.fromEntries(fields.map(([name, each]) => [name, asRead(each, name)]));
}

/** A comic has another number on another machine, but the same title. */
function linkOf(link: string, titles: CurrentState['titles']): { link: string } | { comic: string } {
  const title = titles.get(comicOfLink(link) ?? 0);
  return title === undefined ? { link } : { comic: title };
}

async function inTurn<Each, Made>(list: Each[], make: (each: Each, index: number) => Promise<Made>): Promise<Made[]> {
  const made: Made[] = [];
  for (const [index, each] of list.entries()) made.push(await make(each, index));
  return made;
}
