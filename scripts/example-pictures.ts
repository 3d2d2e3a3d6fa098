import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const FOLDER = new URL('../docs/editorial-example-pictures/', import.meta.url);
const SIZE = { width: 1440, height: 480 };

const streaks = Array.from({ length: 70 }, (_, index) => {
  const [x, y] = [(index * 211) % SIZE.width, (index * 97) % SIZE.height];
  return `<path d="M${x} ${y}l-14 56" stroke="#dfe9f2" stroke-opacity=".45" stroke-width="3"/>`;
}).join('');
const waves = [360, 400, 440].map(
  (y) => `<path d="M0 ${y}q180-40 360 0t360 0t360 0t360 0V480H0z" fill="#1d2b53" fill-opacity=".5"/>`,
);

/** Simple drawings without text, to be replaced by the site's own banners. */
const PICTURES = {
  rain: `<rect width="1440" height="480" fill="#4a6a86"/>
    <path d="M0 480V250l220-90 220 90v230z" fill="#33495d"/><path d="M1440 480V220l-260-100-260 100v260z" fill="#2b3f52"/>
    <path d="M640 330a120 120 0 0 1 240 0z" fill="#d9534f"/><path d="M760 330v110q0 24-24 24" stroke="#22313f" stroke-width="8" fill="none"/>
    ${streaks}`,
  moon: `<rect width="1440" height="480" fill="#2f4172"/><circle cx="1020" cy="190" r="120" fill="#f6e7b4"/>
    <circle cx="980" cy="160" r="18" fill="#e6d395"/><circle cx="1060" cy="230" r="28" fill="#e6d395"/>${waves.join('')}`,
};

// Run once after a drawing changes; the results are committed.
await mkdir(FOLDER, { recursive: true });
for (const [name, shapes] of Object.entries(PICTURES)) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}">${shapes}</svg>`;
  await sharp(Buffer.from(svg))
    .png({ palette: true, colours: 64, effort: 10 })
    .toFile(fileURLToPath(new URL(`${name}.png`, FOLDER)));
}
