/** A decoded picture: rows of RGB or RGBA, one byte each. */
export type RawPicture = {
  width: number;
  height: number;
  channels: 3 | 4;
  pixels: Uint8Array<ArrayBuffer>;
  /** False if the file is truncated or damaged. */
  isWhole: boolean;
};

/** A picture that can't be decoded. The message is for the log only. */
export class Undecodable extends Error {}
