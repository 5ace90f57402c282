import { defineEntity, type EntityManager, MikroORM, p } from '@mikro-orm/postgresql';
import { fromMikroOrm } from '../../src/postgres.ts';
import type { LibraryTransaction, OpenLibrary } from './host-library.ts';

const Tag = defineEntity({ name: 'Tag', tableName: 'tags', properties: { name: p.string().primary() } });

const inMikroOrm = (em: EntityManager): LibraryTransaction => ({
  joinable: fromMikroOrm(em),
  async insertTag(name) {
    await em.insert(Tag, { name });
  },
  nested: (work) => em.transactional((nested) => work(inMikroOrm(nested))),
});

/** MikroORM on `pg`. */
export const openMikroOrm: OpenLibrary = async (connectionString) => {
  const orm = await MikroORM.init({ clientUrl: connectionString, entities: [Tag] });
  return {
    transaction: (work) => orm.em.fork().transactional((em) => work(inMikroOrm(em))),
    reportsRollback: false,
    withoutTransaction: () => fromMikroOrm(orm.em.fork()),
    close: () => orm.close(),
  };
};
