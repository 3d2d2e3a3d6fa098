import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { search } from '#contract/calls/listings';
import { startTestApp } from '../../../testing/app/app.ts';
import { databaseOf, withAdministrator } from '../../../testing/app/test-server.ts';
import { addComic } from '../../../testing/factories/comics.ts';
import { migrate } from '../../core/db/migrate.ts';
import { MIGRATIONS } from '../../migrations.ts';

/** Locales of a managed PostgreSQL. The private one has the built-in C.UTF-8. */
const LOCALES = [
  ['C of the system', `locale 'C'`],
  ['Chinese of ICU', `locale_provider icu icu_locale 'zh-Hans-CN' locale 'C'`],
] as const;

test.each(LOCALES)('a database with the locale %s finds the same', async (_, locale) => {
  const { server } = inject('postgres');
  const template = `manyu_locale_${process.pid}_${Date.now()}`;
  await withAdministrator(server, (client) =>
    client.query(`create database ${template} encoding 'UTF8' ${locale} template template0`),
  );
  try {
    const pool = new pg.Pool({ ...databaseOf(server, template), max: 1 });
    await migrate(pool, MIGRATIONS).finally(() => pool.end());
    const site = await startTestApp({ place: { server, template } });
    try {
      await addComic(site, { title: '小辣椒與蘿蔔頭', genres: ['奇幻'] });
      await addComic(site, { title: 'Ärger İm Büro', genres: ['职场'] });
      await site.caughtUp();
      await site.app.runFrequentJobs();
      const found = async (keyword: string) =>
        (await site.call(search, { keyword })).data?.list.map(({ title }) => title).join();
      for (const words of ['萝卜', '蘿', 'luobotou', 'xlj', 'luobotuu', 'qihuan', 'qh', '奇幻'])
        expect(await found(words), words).toBe('小辣椒與蘿蔔頭');
      for (const words of ['arger', 'BÜRO', 'im', 'zhichang']) expect(await found(words), words).toBe('Ärger İm Büro');
    } finally {
      await site.close();
    }
  } finally {
    await withAdministrator(server, (client) => client.query(`drop database ${template} with (force)`));
  }
});
