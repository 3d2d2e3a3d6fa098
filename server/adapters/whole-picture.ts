import { hashOf, isPictureKey } from './image-folder.ts';
import { type ImageStorage, MissingImage } from './image-storage.ts';

/** Whether a picture can be read and matches its name, which is the hash of its bytes. */
export async function readWhole(storage: ImageStorage, key: string): Promise<Buffer | 'missing' | 'damaged'> {
  if (!isPictureKey(key)) return 'missing';
  try {
    const image = await storage.read(key);
    return key.endsWith(`/${hashOf(image)}.bin`) ? image : 'damaged';
  } catch (error) {
    if (error instanceof MissingImage) return 'missing';
    if (error instanceof Error && 'code' in error && error.code === 'EIO') return 'damaged';
    throw error;
  }
}

export async function isWhole(storage: ImageStorage, key: string): Promise<boolean> {
  return typeof (await readWhole(storage, key)) !== 'string';
}

/** The keys whose pictures are missing or damaged. */
export async function brokenAmong(storage: ImageStorage, keys: Iterable<string>): Promise<string[]> {
  const broken: string[] = [];
  for (const key of keys) if (!(await isWhole(storage, key))) broken.push(key);
  return broken;
}
