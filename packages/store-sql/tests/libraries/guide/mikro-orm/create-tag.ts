import { fromMikroOrm } from '@portcullis/store-sql/postgres';
import { portcullis, store } from '../portcullis.ts';
import { orm, Tag } from './database.ts';

export async function createTag(name: string): Promise<void> {
  await orm.em.fork().transactional(async (em) => {
    em.create(Tag, { name });
    const notification = { kind: 'tagCreated', metadata: { tagName: name } } as const;
    await portcullis.notifications.notify(notification, store.join?.(fromMikroOrm(em)));
  });
}
