import { fromTypeOrm } from '@portcullis/store-sql/postgres';
import { portcullis, store } from '../portcullis.ts';
import { dataSource, Tag } from './database.ts';

export async function createTag(name: string): Promise<void> {
  await dataSource.transaction(async (manager) => {
    await manager.insert(Tag, { name });
    const notification = { kind: 'tagCreated', metadata: { tagName: name } } as const;
    await portcullis.notifications.notify(notification, store.join?.(fromTypeOrm(manager)));
  });
}
