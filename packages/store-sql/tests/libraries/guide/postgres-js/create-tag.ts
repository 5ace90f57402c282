import type { TransactionQueries } from '@portcullis/store-sql/postgres';
import type { TransactionSql } from 'postgres';
import { portcullis, store } from '../portcullis.ts';
import { sql } from './database.ts';

const fromPostgresJs = (tx: TransactionSql): TransactionQueries => ({
  queryText: (text, parameters) => tx.unsafe(text, [...parameters]),
});

export async function createTag(name: string): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`insert into tags (name) values (${name})`;
    const notification = { kind: 'tagCreated', metadata: { tagName: name } } as const;
    await portcullis.notifications.notify(notification, store.join?.(fromPostgresJs(tx)));
  });
}
