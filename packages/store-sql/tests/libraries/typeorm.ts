import { DataSource, type EntityManager, EntitySchema } from 'typeorm';
import { fromTypeOrm } from '../../src/postgres.ts';
import type { LibraryTransaction, OpenLibrary } from './host-library.ts';

const Tag = new EntitySchema<{ name: string }>({
  name: 'tag',
  tableName: 'tags',
  columns: { name: { type: 'text', primary: true } },
});

const inTypeOrm = (manager: EntityManager): LibraryTransaction => ({
  joinable: fromTypeOrm(manager),
  async insertTag(name) {
    await manager.insert(Tag, { name });
  },
  nested: (work) => manager.transaction((nested) => work(inTypeOrm(nested))),
});

/** TypeORM on `pg`. */
export const openTypeOrm: OpenLibrary = async (connectionString) => {
  const source = await new DataSource({ type: 'postgres', url: connectionString, entities: [Tag] }).initialize();
  return {
    transaction: (work) => source.transaction((manager) => work(inTypeOrm(manager))),
    reportsRollback: false,
    withoutTransaction: () => fromTypeOrm(source.manager),
    close: () => source.destroy(),
  };
};
