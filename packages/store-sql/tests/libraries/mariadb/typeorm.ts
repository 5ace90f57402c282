import { DataSource, type EntityManager, EntitySchema } from 'typeorm';
import { fromTypeOrm, type MariaDbTransactionQueries } from '../../../src/mariadb.ts';
import type { LibraryTransaction, OpenLibrary } from '../host-library.ts';

const Tag = new EntitySchema<{ name: string }>({
  name: 'tag',
  tableName: 'tags',
  columns: { name: { type: 'varchar', length: 200, primary: true } },
});

const inTypeOrm = (manager: EntityManager): LibraryTransaction<MariaDbTransactionQueries> => ({
  joinable: fromTypeOrm(manager),
  async insertTag(name) {
    await manager.insert(Tag, { name });
  },
  nested: (work) => manager.transaction((nested) => work(inTypeOrm(nested))),
});

/** TypeORM on `mysql2`. */
export const openTypeOrm: OpenLibrary<MariaDbTransactionQueries> = async (url) => {
  const source = await new DataSource({ type: 'mariadb', url, entities: [Tag] }).initialize();
  return {
    transaction: (work) => source.transaction('READ COMMITTED', (manager) => work(inTypeOrm(manager))),
    reportsRollback: false,
    withoutTransaction: () => fromTypeOrm(source.manager),
    close: () => source.destroy(),
  };
};
