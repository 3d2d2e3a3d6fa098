/** The names of looks that the series use. */
export const HAIR_STYLES = [
  'short',
  'spiky',
  'bob',
  'long',
  'ponytail',
  'twin',
  'bun',
  'topknot',
  'curly',
  'bald',
] as const;
export type HairStyle = (typeof HAIR_STYLES)[number];

export const OUTFITS = [
  'hoodie',
  'sailor',
  'suit',
  'hanfu',
  'coat',
  'apron',
  'armor',
  'tee',
  'scarf',
  'spacesuit',
] as const;
export type Outfit = (typeof OUTFITS)[number];

export const EXTRAS = [
  'glasses',
  'headphones',
  'flower',
  'ears',
  'beard',
  'hat',
  'horns',
  'mask',
  'crown',
  'ribbon',
] as const;
export type Extra = (typeof EXTRAS)[number];

/** Shapes of a head: a child's or a soft one, a narrow one with a pointed chin, one with a square jaw. */
export const FACES = ['round', 'slim', 'broad'] as const;
export type FaceShape = (typeof FACES)[number];

/** Kinds of characters that are not persons. */
export const KINDS = ['cat', 'fox', 'robot', 'ghost', 'bear', 'dragon'] as const;
export type Kind = (typeof KINDS)[number];
