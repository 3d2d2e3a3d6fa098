import type { ReactNode } from 'react';

/** Colours from the palette of the page: the site's colour, lighter and darker. */
const FUR = 'var(--accent)';
const BODY = 'color-mix(in srgb, var(--accent) 87%, #000)';
const DARK = 'color-mix(in srgb, var(--accent) 72%, #000)';
const PALE = 'color-mix(in srgb, var(--accent) 22%, #fff)';
const TINT = 'var(--tint)';
const GROUND = 'var(--line)';
const PINK = '#f2a0a0';
const SUN = '#f4b64e';
const CORAL = '#ee7d63';
const FACE = '#1d2b29';

/** Drawings of 200 × 150 units. They only repeat the text beside them, so they have no alternative text. */
function Picture({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 200 150"
      aria-hidden
      className="size-full"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {children}
    </svg>
  );
}

/** A head with a radius of about 28 around (0, 0). */
function Head({ at, eyes }: { at: string; eyes: 'open' | 'closed' | 'happy' }) {
  return (
    <g transform={at}>
      <path d="M-27 -8L-25 -36L-6 -25zM27 -8L25 -36L6 -25z" fill={FUR} />
      <path d="M-22 -18L-21 -29L-12 -23zM22 -18L21 -29L12 -23z" fill={PINK} />
      <path d="M-31 2C-32 -22 -16 -28 0 -28S32 -22 31 2C30 20 16 27 0 27S-30 20 -31 2z" fill={FUR} />
      <path d="M-5 -27v9M0 -28v12M5 -27v9" stroke={DARK} strokeWidth="3" />
      <ellipse cx="0" cy="13" rx="13" ry="9.5" fill={PALE} />
      <path d="M-3 8h6l-3 3.5z" fill={PINK} />
      <path d="M0 11.5v2.5M-5 15q2.5 3 5 -1q2.5 4 5 1" stroke={FACE} strokeWidth="1.8" />
      <path d="M-34 9l12 2M-33 17l11 -2M34 9l-12 2M33 17l-11 -2" stroke={PALE} strokeWidth="1.6" />
      {eyes === 'open' ? (
        <>
          <ellipse cx="-13" cy="0" rx="4.6" ry="6" fill={FACE} />
          <ellipse cx="13" cy="0" rx="4.6" ry="6" fill={FACE} />
          <circle cx="-11.5" cy="-2.2" r="1.7" fill="#fff" />
          <circle cx="14.5" cy="-2.2" r="1.7" fill="#fff" />
        </>
      ) : (
        <path
          d={eyes === 'closed' ? 'M-18 0q5 5 10 0M8 0q5 5 10 0' : 'M-18 2q5 -7 10 0M8 2q5 -7 10 0'}
          stroke={FACE}
          strokeWidth="2.6"
        />
      )}
    </g>
  );
}

/** For empty lists: a cat that sleeps on a comic. */
export function SleepingCat() {
  return (
    <Picture>
      <ellipse cx="100" cy="130" rx="84" ry="10" fill={GROUND} />
      <path d="M34 118l66 -9l66 9v8l-66 6l-66 -6z" fill={TINT} />
      <path
        d="M100 109v21M44 120l48 -6M44 123l48 -4M156 120l-48 -6M156 123l-48 -4"
        stroke={FUR}
        strokeWidth="1.6"
        opacity=".5"
      />
      <path d="M60 116C54 84 84 66 112 68C146 70 160 92 152 116q-46 8 -92 0z" fill={BODY} />
      <path d="M110 72q4 8 2 14M124 75q4 7 2 13M137 82q3 6 1 11" stroke={DARK} strokeWidth="3.4" />
      <path d="M150 104c16 0 18 18 0 20c-20 3 -44 2 -60 -2" stroke={FUR} strokeWidth="13" />
      <path d="M104 124q-8 0 -14 -2" stroke={PALE} strokeWidth="12" />
      <Head at="translate(66 98) rotate(-8)" eyes="closed" />
      <path d="M92 50h12l-12 14h12M114 28h17l-17 19h17M144 14h9l-9 11h9" stroke={FUR} strokeWidth="3.4" opacity=".55" />
    </Picture>
  );
}

/** No network: a cat that sits under an umbrella in the rain. */
export function CatInRain() {
  return (
    <Picture>
      <path
        d="M20 26l-6 18M44 10l-5 15M172 14l-6 18M188 50l-6 18M30 76l-5 15M160 84l-5 15M12 108l-4 12M182 104l-4 12"
        stroke={FUR}
        strokeWidth="3"
        opacity=".4"
      />
      <ellipse cx="100" cy="136" rx="72" ry="9" fill={GROUND} />
      <path d="M134 52L134 124q0 10 -10 8" stroke={FACE} strokeWidth="4.5" />
      <path d="M134 52L134 124" stroke={SUN} strokeWidth="2" />
      <path
        d="M34 62C38 26 74 10 112 14C150 18 176 44 176 74Q162 62 148 70Q134 56 118 66Q102 52 84 62Q66 48 50 60Q42 54 34 62z"
        fill={CORAL}
      />
      <path
        d="M112 14Q88 30 84 62M112 14Q122 34 118 66M112 14Q146 36 148 70"
        stroke="#fff"
        strokeWidth="1.8"
        opacity=".55"
      />
      <path d="M64 134C58 108 72 96 92 96S126 108 120 134z" fill={BODY} />
      <path d="M80 134q2 -20 12 -20t12 20z" fill={PALE} />
      <path d="M120 122q24 6 26 -12" stroke={FUR} strokeWidth="9" />
      <path d="M112 108q10 -2 20 -8" stroke={FUR} strokeWidth="10" />
      <Head at="translate(92 84) scale(.92)" eyes="open" />
    </Picture>
  );
}

/** Locked: a cat that looks up at a closed gate. */
export function CatAtGate() {
  return (
    <Picture>
      <ellipse cx="100" cy="136" rx="84" ry="8" fill={GROUND} />
      <path d="M52 134V56Q52 12 104 12T156 56V134z" fill={TINT} />
      <path d="M52 134V56Q52 12 104 12T156 56V134M104 12V134M78 20V134M130 20V134" stroke={FUR} strokeWidth="5" />
      <path d="M52 74h104" stroke={FUR} strokeWidth="5" />
      <path d="M93 72v-9a11 11 0 0 1 22 0v9" stroke={SUN} strokeWidth="5" />
      <rect x="86" y="70" width="36" height="30" rx="6" fill={SUN} />
      <path d="M104 82v8" stroke={FACE} strokeWidth="4.5" />
      <path d="M24 138C20 116 30 104 48 104S78 116 72 138z" fill={BODY} />
      <path d="M38 138q2 -16 10 -16t10 16z" fill={PALE} />
      <path d="M26 130q-18 2 -18 -16" stroke={FUR} strokeWidth="8" />
      <Head at="translate(50 92) scale(.84) rotate(10)" eyes="open" />
    </Picture>
  );
}

/** Something succeeded: a cat that cheers among confetti. */
export function CheeringCat() {
  return (
    <Picture>
      <ellipse cx="100" cy="138" rx="58" ry="7" fill={GROUND} />
      <path d="M30 40l8 6M48 18l3 10M164 24l-5 9M176 58l-10 3M22 84l10 -2M178 96l-10 -4" stroke={SUN} strokeWidth="5" />
      <path d="M64 34l5 7M140 12l1 9M36 64l-8 4M156 76l8 3" stroke={CORAL} strokeWidth="5" />
      <circle cx="84" cy="16" r="4" fill={FUR} />
      <circle cx="120" cy="26" r="3" fill={SUN} />
      <circle cx="164" cy="44" r="4" fill={FUR} />
      <circle cx="26" cy="108" r="4" fill={CORAL} />
      <path d="M76 100Q58 82 52 58" stroke={FUR} strokeWidth="13" />
      <path d="M124 100Q142 82 148 58" stroke={FUR} strokeWidth="13" />
      <path d="M53 62l-2 -6M147 62l2 -6" stroke={PALE} strokeWidth="13" />
      <path d="M70 136C64 106 80 92 100 92S136 106 130 136q-6 4 -12 0h-36q-6 4 -12 0z" fill={BODY} />
      <path d="M86 137q2 -26 14 -26t14 26z" fill={PALE} />
      <path d="M130 128q26 4 24 -18" stroke={FUR} strokeWidth="9" />
      <path d="M82 104Q100 114 118 104" stroke={CORAL} strokeWidth="6" />
      <circle cx="100" cy="111" r="4.5" fill={SUN} />
      <Head at="translate(100 76)" eyes="happy" />
    </Picture>
  );
}
