import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Pages of one source that are made all at once, as files in a folder of their own, from the first reading to the closing. */
export class ScratchPages<T> {
  readonly #scratch: string;
  readonly #make: (folder: string) => Promise<T>;
  #folder: string | undefined;
  #work: Promise<T> | undefined;

  /** `make` puts the files into the folder, and is called once. */
  constructor(scratch: string, make: (folder: string) => Promise<T>) {
    this.#scratch = scratch;
    this.#make = make;
  }

  made(): Promise<T> {
    this.#work ??= this.#begin();
    return this.#work;
  }

  /** A file that `make` has put there. */
  async read(name: string): Promise<Buffer> {
    await this.made();
    return readFile(join(this.#folder ?? '', name));
  }

  async close(): Promise<void> {
    await this.#work?.catch(() => {});
    if (this.#folder !== undefined) await rm(this.#folder, { recursive: true, force: true });
  }

  async #begin(): Promise<T> {
    await mkdir(this.#scratch, { recursive: true, mode: 0o700 });
    this.#folder = await mkdtemp(join(this.#scratch, 'pages-'));
    return this.#make(this.#folder);
  }
}
