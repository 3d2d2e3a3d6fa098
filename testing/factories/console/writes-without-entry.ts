import { checkLedger } from '#contract/console/books';
import { bulkPreview } from '#contract/console/comics-bulk';
import { addPicture } from '#contract/console/editorial';
import { beginOidc } from '#contract/console/oidc';
import * as passkeys from '#contract/console/passkeys';
import { beginFactor, confirmFactor } from '#contract/console/session';
import * as upload from '#contract/console/upload';
import { picture } from '../../sources/comic-sources.ts';
import { codeOf } from '../staff.ts';
import { uploadView } from '../uploads.ts';
import { withPasskey } from './account-writes.ts';
import { type Sample, sample } from './bench.ts';
import { examined, uploaded } from './comic-writes.ts';

/** Calls that write to the database and by design leave no entry. */
export const WRITES_WITHOUT_ENTRY: readonly { why: string; samples: readonly Sample[] }[] = [
  {
    why: 'it stores a challenge or a secret that another call, which leaves an entry, must use',
    samples: [
      sample(passkeys.beginPasskeyLogin, () => ({ payload: {}, by: { id: 0 } })),
      sample(beginOidc, () => ({ payload: {}, by: { id: 0 } })),
      sample(passkeys.beginPasskey, () => ({ payload: {} })),
      sample(beginFactor, async ({ person }) => ({ payload: {}, by: await person() })),
    ],
  },
  {
    why: 'it checks the own second factor again and renews the own session, which the login has entered',
    samples: [
      sample(confirmFactor, async ({ person }) => {
        const by = await person();
        return { payload: { code: codeOf(by.secret, new Date(), 1) }, by };
      }),
      sample(passkeys.beginPasskeyConfirm, async (bench) => ({ payload: {}, by: (await withPasskey(bench)).by })),
      sample(passkeys.passkeyConfirm, async (bench) => {
        const { by, passkey } = await withPasskey(bench);
        const { options } = await bench.ask(passkeys.beginPasskeyConfirm, {}, by);
        return { payload: { signed: passkey.sign(options) }, by };
      }),
    ],
  },
  {
    why: 'it continues an upload, whose files were registered before',
    samples: [
      sample(
        upload.addFiles,
        async (bench) => {
          const files = [{ name: '某书/1.cbz', bytes: 1, modifiedAt: 1 }];
          return { payload: { upload: (await bench.ask(upload.addFiles, { files }, bench.owner)).upload, files } };
        },
        'the same files again',
      ),
    ],
  },
  {
    why: 'it makes the dry run of an upload; its start, new files, import and removal leave entries',
    samples: [
      sample(upload.examineUpload, async (bench) => ({ payload: { id: await uploaded(bench) } })),
      sample(upload.editUpload, async (bench) => {
        const id = await examined(bench);
        const { planNo, sources } = await uploadView(bench.site, bench.owner, id);
        const path = sources[0]?.path ?? '';
        return { payload: { id, planNo, changes: [{ what: 'source' as const, path, isOut: true }] } };
      }),
    ],
  },
  {
    why: 'it stores a draft that has no effect and is deleted unless another call, which leaves an entry, uses it',
    samples: [
      sample(
        upload.addFiles,
        () => ({ payload: { purpose: 'pictures' as const, files: [{ name: 'a.png', bytes: 1, modifiedAt: 1 }] } }),
        'a single picture',
      ),
      sample(addPicture, async () => ({
        payload: { use: 'picture' as const, image: (await picture(2, 1600, 400)).toString('base64') },
      })),
      sample(bulkPreview, async ({ comic }) => ({
        payload: { selection: { ids: [(await comic()).id] }, wish: { priceCoins: 30 } },
      })),
    ],
  },
  {
    why: 'it stores the result of a check of the accounts, and changes no account',
    samples: [sample(checkLedger, () => ({ payload: {} }))],
  },
];
