import { buffer } from 'node:stream/consumers';
import { drawPicture, drawSiteIcon, drawSiteLogo } from '../draw-picture.ts';

const DRAWING = { picture: drawPicture, icon: drawSiteIcon, logo: drawSiteLogo };

/** Reads a picture from its input, draws it for the use that its argument names, and writes the result as JSON. */
const [, , use = ''] = process.argv;
if (!Object.hasOwn(DRAWING, use)) throw new Error(`no picture is used as ${use}`);
const drawn = await DRAWING[use as keyof typeof DRAWING](await buffer(process.stdin));
const result =
  typeof drawn === 'string'
    ? { problem: drawn }
    : {
        picture: drawn.picture,
        files: drawn.files.map(({ folder, bytes }) => ({ folder, base64: bytes.toString('base64') })),
      };
process.stdout.write(JSON.stringify(result));
