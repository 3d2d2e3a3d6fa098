/** The colours of a place at a time of the day; `sky` from the zenith down, the layers of the land from far to near. */
export type Palette = {
  sky: readonly [string, string, string];
  sun: string;
  far: string;
  mid: string;
  near: string;
  light: string;
  accent: string;
};

const palette = (sky: string, land: string): Palette => {
  const [top = '', middle = '', low = '', sun = ''] = sky.split(' ');
  const [far = '', mid = '', near = '', light = '', accent = ''] = land.split(' ');
  return { sky: [top, middle, low], sun, far, mid, near, light, accent };
};

export const PALETTES = {
  dawn: palette('#5a6fb5 #eea9a5 #ffe6bd #fff6da', '#b990b4 #7d669c #3d3868 #ffdca6 #ff8866'),
  noon: palette('#2380d8 #6fc0f5 #e2f6ff #ffffff', '#93c4dd #57a58f #256a5d #fff8dc #ff6b5e'),
  dusk: palette('#2c2a72 #cb5580 #ffb56e #ffe6b0', '#94508a #573670 #231a45 #ffd08a #ff5d6c'),
  night: palette('#060a26 #182765 #4767b5 #fbf6dc', '#31458a #1b2960 #0a1033 #ffd88a #ff7aa8'),
  neon: palette('#0b0626 #45136e #ef4593 #ffb0dc', '#5a2390 #2e1260 #0f0729 #4df3e4 #ff3d9a'),
  forest: palette('#12504f #4aa57f #e2f4b9 #fdffdf', '#83bf93 #377a62 #103a38 #f8f3a6 #ffb347'),
  sea: palette('#0d5fa6 #35b4d6 #d5f8ea #ffffff', '#79cbd3 #2b8fae #0c4a72 #fff3c4 #ff7d5c'),
  sakura: palette('#86b2f0 #f6c3dc #fff3ee #ffffff', '#d9b4d4 #b07fb0 #5a3f78 #fff0d4 #ff6f9f'),
  autumn: palette('#7b3740 #e3834a #ffe3a3 #fff3cf', '#cf7f4f #93493b #3f1f2b #ffe29a #d8432f'),
  snow: palette('#5d7bb5 #b5cdea #f6f9fd #ffffff', '#b3c6df #7c95bd #35486f #ffe6b0 #e2574f'),
  storm: palette('#161d2c #43566c #a9bcc0 #dfe9e6', '#5f7381 #35465a #121a28 #d9f0ff #f2c14e'),
  desert: palette('#b5543c #f1a45e #ffe9bf #fff6df', '#e0935a #b0603f #5a2b2b #fff0c0 #2f9c95'),
  space: palette('#03030f #1d1147 #63379a #efe4ff', '#44307f #251a55 #0b0722 #9be7ff #ff8fc7'),
  deep: palette('#02203c #076183 #49c9bd #d8fff3', '#12839a #0a5575 #032a45 #b9fff0 #ff9b71'),
  ink: palette('#d9d3c1 #ece6d6 #f9f5ea #c8402f', '#b3b2a6 #74776f #262a2b #fffaf0 #b8342a'),
  warm: palette('#6b3f2c #d9975a #ffe7b8 #fff4d9', '#c98d5c #8c5638 #3d241f #ffe3a0 #e2553f'),
} as const satisfies Record<string, Palette>;

export type PaletteName = keyof typeof PALETTES;
