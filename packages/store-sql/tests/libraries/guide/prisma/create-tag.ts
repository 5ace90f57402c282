import { fromPrisma } from '@portcullis/store-sql/postgres';
import { portcullis, store } from '../portcullis.ts';
import { prisma } from './database.ts';

export async function createTag(name: string): Promise<void> {
  await prisma.$transaction(async (tx) => {
    await tx.tag.create({ data: { name } });
    const notification = { kind: 'tagCreated', metadata: { tagName: name } } as const;
    await portcullis.notifications.notify(notification, store.join?.(fromPrisma(tx)));
  });
}
