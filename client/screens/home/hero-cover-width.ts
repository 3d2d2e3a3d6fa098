/** As wide as the cover in the hero of a phone, in CSS pixels; the one out of focus behind it is the same picture. */
export const HERO_COVER_WIDTH = 112;
