import { defineEntity, MikroORM, p } from '@mikro-orm/postgresql';

export const Tag = defineEntity({ name: 'Tag', tableName: 'tags', properties: { name: p.string().primary() } });
export const orm = await MikroORM.init({ clientUrl: process.env.DATABASE_URL ?? '', entities: [Tag] });
export const close = () => orm.close();
