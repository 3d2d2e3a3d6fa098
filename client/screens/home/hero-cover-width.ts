/** The width of the cover in the hero of a phone, in CSS pixels. The blurred copy behind it is the same picture. */
export const HERO_COVER_WIDTH = 112;
