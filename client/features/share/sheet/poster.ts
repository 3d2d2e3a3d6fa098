import { encode } from 'uqr';
import { linesOf } from './lines.ts';

export type PosterContent = {
  title: string;
  /** Small, below the title: the authors, and the genres. */
  lines: readonly string[];
  siteName: string;
  /** Replaces the name. */
  logo: HTMLImageElement | null;
  /** The address in the QR code. */
  address: string;
  /** The cover; null if it could not be loaded. */
  picture: CanvasImageSource | null;
  cover: { width: number; height: number; color: string };
};

/** In pixels of the poster, which is made for phones. */
const POSTER = { width: 750, height: 1200 };
/** The text begins at the left edge of the cover, and the code ends at its right edge. */
const MARGIN = 75;
export const COVER = { x: MARGIN, y: 60, width: 600, height: 800, radius: 20 };
const CODE = { size: 200, top: 908 };
const TITLE = { size: 42, lineHeight: 54, top: 946, lines: 2 };
const SMALL = { size: 25, lineHeight: 38 };
const GAP = 36;
const LOGO_HEIGHT = 48;

const FONT = '"PingFang SC", "HarmonyOS Sans SC", MiSans, "Noto Sans CJK SC", system-ui, sans-serif';

/** Draws the picture for sharing a comic: cover, title, and a QR code of its address. Returns a data URI. */
export function drawPoster(content: PosterContent): string {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, POSTER);
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('this browser draws no pictures');
  drawGround(pen, content.cover.color);
  drawCover(pen, content);
  const colors = lightColors();
  drawWords(pen, content, colors);
  drawCode(pen, content.address, colors);
  return canvas.toDataURL('image/jpeg', 0.92);
}

type Colors = { ink: string; soft: string };

/** The colours of the light theme: a poster is light in both themes. */
function lightColors(): Colors {
  const probe = document.createElement('span');
  probe.dataset.theme = 'light';
  document.body.append(probe);
  const style = getComputedStyle(probe);
  const colors = { ink: style.getPropertyValue('--ink'), soft: style.getPropertyValue('--soft') };
  probe.remove();
  return colors;
}

/** White, with a light tint of the cover's colour. */
function drawGround(pen: CanvasRenderingContext2D, color: string): void {
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, POSTER.width, POSTER.height);
  const fade = pen.createLinearGradient(0, 0, 0, COVER.y + COVER.height);
  fade.addColorStop(0, `${color}66`);
  fade.addColorStop(1, `${color}00`);
  pen.fillStyle = fade;
  pen.fillRect(0, 0, POSTER.width, POSTER.height);
}

function drawCover(pen: CanvasRenderingContext2D, { picture, cover }: PosterContent): void {
  const { x, y, width, height, radius } = COVER;
  pen.save();
  roundedBox(pen, COVER, radius);
  pen.shadowColor = 'rgb(0 0 0 / 0.25)';
  pen.shadowBlur = 32;
  pen.shadowOffsetY = 10;
  pen.fillStyle = cover.color;
  pen.fill();
  pen.shadowColor = 'transparent';
  pen.clip();
  if (picture) {
    const scale = Math.max(width / cover.width, height / cover.height);
    const drawn = { width: cover.width * scale, height: cover.height * scale };
    pen.drawImage(picture, x + (width - drawn.width) / 2, y + (height - drawn.height) / 2, drawn.width, drawn.height);
  }
  pen.restore();
}

/** The oldest supported browsers have no `roundRect`. */
function roundedBox(pen: CanvasRenderingContext2D, box: typeof COVER, radius: number): void {
  const [right, bottom] = [box.x + box.width, box.y + box.height];
  pen.beginPath();
  pen.moveTo(box.x + radius, box.y);
  pen.arcTo(right, box.y, right, bottom, radius);
  pen.arcTo(right, bottom, box.x, bottom, radius);
  pen.arcTo(box.x, bottom, box.x, box.y, radius);
  pen.arcTo(box.x, box.y, right, box.y, radius);
  pen.closePath();
}

function drawWords(pen: CanvasRenderingContext2D, content: PosterContent, { ink, soft }: Colors): void {
  const { title, lines, siteName, logo } = content;
  const room = POSTER.width - 2 * MARGIN - CODE.size - GAP;
  let y = TITLE.top;
  const write = (
    text: string,
    most: number,
    look: { size: number; lineHeight: number; weight: number; ink: string },
  ) => {
    pen.font = `${look.weight} ${look.size}px ${FONT}`;
    pen.fillStyle = look.ink;
    for (const line of linesOf(text, room, most, (part) => pen.measureText(part).width)) {
      pen.fillText(line, MARGIN, y);
      y += look.lineHeight;
    }
  };
  write(title, TITLE.lines, { ...TITLE, weight: 600, ink });
  for (const line of lines) write(line, 1, { ...SMALL, weight: 400, ink: soft });
  if (logo) {
    const scale = Math.min(LOGO_HEIGHT / logo.naturalHeight, room / logo.naturalWidth);
    const [width, height] = [scale * logo.naturalWidth, scale * logo.naturalHeight];
    pen.drawImage(logo, MARGIN, POSTER.height - 44 - height, width, height);
    return;
  }
  y = POSTER.height - 52;
  write(siteName, 1, { ...SMALL, weight: 600, ink });
}

/** Black on white, as scanners expect it. */
function drawCode(pen: CanvasRenderingContext2D, address: string, { soft }: Colors): void {
  const { data, size } = encode(address, { ecc: 'M', border: 0 });
  const cell = Math.floor(CODE.size / size);
  const [left, top] = [POSTER.width - MARGIN - cell * size, CODE.top];
  pen.fillStyle = '#000';
  for (const [y, row] of data.entries())
    for (const [x, on] of row.entries()) if (on) pen.fillRect(left + x * cell, top + y * cell, cell, cell);
  pen.font = `400 22px ${FONT}`;
  pen.fillStyle = soft;
  pen.textAlign = 'center';
  pen.fillText('长按或扫码阅读', left + (cell * size) / 2, top + cell * size + 40);
}
