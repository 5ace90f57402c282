import { fromDrizzle } from '@portcullis/store-sql/postgres';
import { sql } from 'drizzle-orm';
import { portcullis, store } from '../portcullis.ts';
import { db, tags } from './database.ts';

export async function createTag(name: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.insert(tags).values({ name });
    const notification = { kind: 'tagCreated', metadata: { tagName: name } } as const;
    await portcullis.notifications.notify(notification, store.join?.(fromDrizzle(tx, sql)));
  });
}
