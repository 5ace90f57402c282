import { IsolationLevel } from '@mikro-orm/core';
import { defineEntity, type EntityManager, MikroORM, p } from '@mikro-orm/mysql';
import { fromMikroOrm, type MariaDbTransactionQueries } from '../../../src/mariadb.ts';
import type { LibraryTransaction, OpenLibrary } from '../host-library.ts';

const Tag = defineEntity({ name: 'Tag', tableName: 'tags', properties: { name: p.string().primary() } });
const isolationLevel = IsolationLevel.READ_COMMITTED;

const inMikroOrm = (em: EntityManager): LibraryTransaction<MariaDbTransactionQueries> => ({
  joinable: fromMikroOrm(em),
  async insertTag(name) {
    await em.insert(Tag, { name });
  },
  nested: (work) => em.transactional((nested) => work(inMikroOrm(nested))),
});

/** MikroORM on `mysql2`. */
export const openMikroOrm: OpenLibrary<MariaDbTransactionQueries> = async (clientUrl) => {
  const orm = await MikroORM.init({ clientUrl, entities: [Tag] });
  return {
    transaction: (work) => orm.em.fork().transactional((em) => work(inMikroOrm(em)), { isolationLevel }),
    reportsRollback: false,
    withoutTransaction: () => fromMikroOrm(orm.em.fork()),
    close: () => orm.close(),
  };
};
