import { fromKnex } from '@portcullis/store-sql/postgres';
import { portcullis, store } from '../portcullis.ts';
import { knex } from './database.ts';

export async function createTag(name: string): Promise<void> {
  await knex.transaction(async (trx) => {
    await trx('tags').insert({ name });
    const notification = { kind: 'tagCreated', metadata: { tagName: name } } as const;
    await portcullis.notifications.notify(notification, store.join?.(fromKnex(trx)));
  });
}
