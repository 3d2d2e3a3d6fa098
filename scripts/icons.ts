import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const PUBLIC = new URL('../client/public/', import.meta.url);

// Run once after `icon.svg` changes; the results are committed.
for (const size of [180, 192, 512]) {
  const target = fileURLToPath(new URL(`icon-${size}.png`, PUBLIC));
  await sharp(fileURLToPath(new URL('icon.svg', PUBLIC)), { density: 144 })
    .resize(size, size)
    .png({ palette: true })
    .toFile(target);
}
