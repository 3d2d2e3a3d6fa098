import { type Canvas, circle, ellipse, line, path, rect, times } from '../canvas.ts';
import { darker, lighter } from '../color.ts';
import type { Outfit } from './looks.ts';

const BODY =
  'M-34 104C-40 134 -96 142 -132 168C-170 198 -178 300 -182 420L182 420C178 300 170 198 132 168C96 142 40 134 34 104z';

/** Neck, shoulders and clothes, below a head at (0, 0). */
export function body(c: Canvas, outfit: Outfit, color: string, skin: string, trim: string): string {
  const cloth = c.linear([
    [0, lighter(color, 0.16)],
    [0.5, color],
    [1, darker(color, 0.3)],
  ]);
  const neck =
    path('M-27 70L-29 136Q0 168 29 136L27 70z', skin) +
    path('M-27 92Q0 128 27 92L28 108Q0 142 -28 106z', darker(skin, 0.32), 'opacity=".75"');
  const folds = line('M-118 260Q-108 320 -116 420M118 260Q108 320 116 420', darker(color, 0.4), 4, 'opacity=".45"');
  return (
    path(BODY, cloth) +
    shading(c, color) +
    folds +
    c.clipped(path(`${BODY}M-60 60H60V180H-60z`, '#000'), detail(outfit, color, trim, neck, skin))
  );
}

function shading(c: Canvas, color: string): string {
  return c.clipped(
    path(BODY, '#000'),
    ellipse(0, 128, 104, 48, darker(color, 0.5), 'opacity=".38"') +
      path('M60 130Q200 190 190 420L120 420Q150 260 60 130z', darker(color, 0.5), 'opacity=".3"') +
      line('M-132 172C-168 202 -176 300 -180 420', lighter(color, 0.6), 7, 'opacity=".6"'),
  );
}

function detail(outfit: Outfit, color: string, trim: string, neck: string, skin: string): string {
  switch (outfit) {
    case 'sailor':
      return (
        path('M-40 118L0 250L40 118z', skin) +
        neck +
        path('M-50 112L-96 146L-58 224L0 262L58 224L96 146L50 112L0 232z', trim) +
        line('M-84 150L-52 214L0 248L52 214L84 150', '#fff', 4) +
        path('M0 246L-44 300L-10 292L0 270L10 292L44 300z', lighter(trim, 0.25)) +
        circle(0, 256, 11, trim)
      );
    case 'suit':
      return (
        path('M-46 116L0 300L46 116z', '#fbfaf6') +
        neck +
        path('M-12 160L12 160L18 290L0 316L-18 290z', trim) +
        path('M-52 112L-86 150L-50 196L-66 214L0 340L66 214L50 196L86 150L52 112L0 300z', darker(color, 0.14))
      );
    case 'hanfu':
      return (
        neck +
        path('M-52 114L-20 150L40 320L120 420L60 420L-64 160z', lighter(trim, 0.1)) +
        path('M52 114L20 150L-78 420L-24 420L40 250L72 158z', trim) +
        line('M50 118L-54 420', lighter(trim, 0.6), 5) +
        rect(-150, 392, 300, 40, darker(trim, 0.3))
      );
    case 'coat':
      return (
        path('M-40 116L0 260L40 116z', lighter(trim, 0.5)) +
        neck +
        path('M-54 106L-104 148L-66 250L-14 210L0 420L14 210L66 250L104 148L54 106L0 224z', darker(color, 0.2)) +
        times(3, (at) => circle(-34, 290 + at * 46, 8, trim) + circle(34, 290 + at * 46, 8, trim))
      );
    case 'apron':
      return (
        neck +
        path('M-50 112Q0 176 50 112L66 130Q0 210 -66 130z', lighter(color, 0.35)) +
        path('M-76 214L76 214L96 420L-96 420z', trim) +
        line('M-76 216L-60 138M76 216L60 138', trim, 16) +
        rect(-44, 286, 88, 62, darker(trim, 0.12), 'rx="8"')
      );
    case 'armor':
      return (
        neck +
        path('M-62 120Q0 192 62 120L96 156Q60 262 0 282Q-60 262 -96 156z', lighter(color, 0.3)) +
        ellipse(-138, 198, 54, 42, lighter(color, 0.22)) +
        ellipse(138, 198, 54, 42, lighter(color, 0.12)) +
        line('M-186 208Q-138 236 -90 208M186 208Q138 236 90 208', trim, 7) +
        path('M0 190L20 214L0 244L-20 214z', trim)
      );
    case 'scarf':
      return (
        neck +
        path('M-62 96C-80 124 -66 158 -10 162C60 164 82 130 62 96C20 126 -24 126 -62 96z', trim) +
        path('M18 152L66 150L84 300L34 312z', darker(trim, 0.14)) +
        line('M-56 112Q0 146 58 110M-50 132Q0 158 60 130', darker(trim, 0.28), 4) +
        line('M46 196l26 -4M50 236l27 -4M54 272l27 -4', lighter(trim, 0.4), 6)
      );
    case 'spacesuit':
      return (
        neck +
        ellipse(0, 130, 84, 34, lighter(color, 0.4)) +
        ellipse(0, 122, 68, 24, darker(color, 0.3)) +
        neck +
        rect(-56, 226, 112, 84, lighter(color, 0.3), 'rx="14"') +
        circle(-26, 254, 11, trim) +
        circle(8, 254, 11, '#7be0a0') +
        rect(-36, 280, 72, 12, darker(color, 0.3), 'rx="6"')
      );
    case 'hoodie':
      return (
        path('M-36 116Q0 190 36 116L40 150Q0 206 -40 150z', lighter(trim, 0.3)) +
        neck +
        path(
          'M-52 104C-98 112 -104 160 -52 186Q-74 140 -30 122zM52 104C98 112 104 160 52 186Q74 140 30 122z',
          lighter(color, 0.2),
        ) +
        line('M-24 172L-28 250M24 172L28 250', lighter(trim, 0.4), 6)
      );
    case 'tee':
      return (
        neck +
        path('M-46 114Q0 178 46 114L56 122Q0 198 -56 122z', trim) +
        rect(-120, 252, 240, 26, trim, 'opacity=".85"') +
        rect(-126, 296, 252, 12, trim, 'opacity=".6"')
      );
  }
}
