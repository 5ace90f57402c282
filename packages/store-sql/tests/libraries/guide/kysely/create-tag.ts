import { fromKysely } from '@portcullis/store-sql/postgres';
import { portcullis, store } from '../portcullis.ts';
import { db } from './database.ts';

export async function createTag(name: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.insertInto('tags').values({ name }).execute();
    const notification = { kind: 'tagCreated', metadata: { tagName: name } } as const;
    await portcullis.notifications.notify(notification, store.join?.(fromKysely(trx)));
  });
}
