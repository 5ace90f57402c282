import { fromDrizzle } from '@portcullis/store-sql/mariadb';
import { sql } from 'drizzle-orm';
import { db, tags } from './database.ts';
import { portcullis, store } from './portcullis.ts';

export async function createTag(name: string): Promise<void> {
  await db.transaction(
    async (tx) => {
      await tx.insert(tags).values({ name });
      const notification = { kind: 'tagCreated', metadata: { tagName: name } } as const;
      await portcullis.notifications.notify(notification, store.join?.(fromDrizzle(tx, sql)));
    },
    { isolationLevel: 'read committed' },
  );
}
