import createKnex from 'knex';

export const knex = createKnex({ client: 'pg', connection: process.env.DATABASE_URL ?? '' });
export const close = () => knex.destroy();
