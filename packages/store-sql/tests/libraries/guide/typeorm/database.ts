import { DataSource, EntitySchema } from 'typeorm';

export const Tag = new EntitySchema<{ name: string }>({
  name: 'tag',
  tableName: 'tags',
  columns: { name: { type: 'text', primary: true } },
});
export const dataSource = new DataSource({ type: 'postgres', url: process.env.DATABASE_URL ?? '', entities: [Tag] });
await dataSource.initialize();
export const close = () => dataSource.destroy();
