import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Pages of one source that are made together when the first one is read, as files in a folder that exists until `close`. */
export class ScratchPages<T> {
  readonly #scratch: string;
  readonly #make: (folder: string) => Promise<T>;
  #folder: string | undefined;
  #work: Promise<T> | undefined;

  /** `make` writes the files into the folder. It is called once. */
  constructor(scratch: string, make: (folder: string) => Promise<T>) {
    this.#scratch = scratch;
    this.#make = make;
  }

  made(): Promise<T> {
    this.#work ??= this.#begin();
    return this.#work;
  }

  /** A file that `make` has written. */
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
