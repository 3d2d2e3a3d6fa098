import { seededRandom } from '../../app/seeded-random.ts';
import { readTree } from '../../sources/named-trees.ts';
import { type MadeUpFolder, makeUpFolder } from './made-up-folders.ts';

const FOLDER_SIZE = 10;

export type NamingPlan = { seed: number; names: number; onFinding?: (finding: string) => void };

/** Generates folders of names and reads them like an import. Returns texts about lost or misread names. */
export async function tortureNaming({ seed, names, onFinding = () => {} }: NamingPlan): Promise<string[]> {
  const findings: string[] = [];
  for (let made = 0; made < names; made += FOLDER_SIZE) {
    for (const finding of await findingsIn(makeUpFolder(seededRandom(seed, made), FOLDER_SIZE))) {
      findings.push(finding);
      onFinding(finding);
    }
  }
  return findings;
}

async function findingsIn({ root, title, files, others }: MadeUpFolder): Promise<string[]> {
  const { comics } = await readTree(root, [...files.map(({ file }) => file), ...others]);
  const read = [...comics].flatMap(([comic, chapters]) => chapters.map((chapter) => ({ comic, ...chapter })));
  const expected = [...files, ...others.map((file) => ({ file, no: undefined }))];
  const wrong = expected.flatMap(({ file, no }) => {
    const found = read.find((each) => each.file === file);
    if (found === undefined) return [`「${root}/${file}」丢了`];
    if (found.comic !== title) return [`「${root}/${file}」归了《${found.comic}》，应是《${title}》`];
    return no === undefined || found.no === no ? [] : [`「${root}/${file}」是第 ${found.no} 话，应是第 ${no} 话`];
  });
  const places = files.map(({ file }) => read.findIndex((each) => each.file === file));
  const at = places.findIndex((place, index) => index > 0 && place < (places[index - 1] ?? 0));
  return wrong.length > 0 || at < 0 ? wrong : [`「${root}/${files[at]?.file}」排在了「${files[at - 1]?.file}」前面`];
}
