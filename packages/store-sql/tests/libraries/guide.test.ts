import { describeGuide, type GuideExample } from './describe-guide.ts';

/** The folders of the examples without a separate installation. */
const FOLDERS = ['drizzle', 'kysely', 'knex', 'typeorm', 'mikro-orm', 'postgres-js'];

const load = async (folder: string): Promise<GuideExample> => ({
  ...(await import(`./guide/${folder}/create-tag.ts`)),
  ...(await import(`./guide/${folder}/database.ts`)),
});

describeGuide(FOLDERS.map((folder) => [folder, () => load(folder)]));
