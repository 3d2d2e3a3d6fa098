/** A decoded picture: rows of RGB or RGBA, one byte each. */
export type RawPicture = {
  width: number;
  height: number;
  channels: 3 | 4;
  pixels: Uint8Array<ArrayBuffer>;
  /** False where the file ended early or was broken further on. */
  isWhole: boolean;
};

/** A picture that can't be decoded; the message is for the log alone. */
export class Undecodable extends Error {}
