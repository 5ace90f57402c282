import { ident, type ManagedObject, secretSlot, sql } from '@portcullis/plugin-api';
import type { z } from 'zod';
import type { warehouseConfig } from './warehouse-config.ts';

/** The managed objects of a warehouse: a database with two schemas, its account, a role and a grant to the role. */
export function warehouseObjects({ database, impersonation }: z.output<typeof warehouseConfig>): ManagedObject[] {
  const account = `${database}_service`;
  const role = impersonation?.role ?? 'impersonators';
  return [
    {
      ...common('database', 'database', database, 'Holds the views through which users read.'),
      create: [{ text: sql`CREATE DATABASE ${ident(database)}`, alone: true }],
      drop: [{ text: sql`DROP DATABASE ${ident(database)}`, alone: true }],
      reversible: false,
      blocks: ['service-account'],
      absentTest: { id: 'database-absent', name: 'Validate Automatic: Database Does Not Exist', after: 'connection' },
    },
    {
      ...common('service-account', 'user', account, 'The account that the service works with afterwards.'),
      create: [{ text: sql`CREATE USER ${ident(account)} PASSWORD ${secretSlot('servicePassword')}` }],
      drop: [{ text: sql`DROP USER ${ident(account)}` }],
    },
    ...['views', 'procedures'].map((schema) => ({
      ...common(schema, 'schema', `${database}_${schema}`, `Holds the ${schema} that the service makes.`),
      create: [{ text: sql`CREATE SCHEMA ${ident(`${database}_${schema}`)} AUTHORIZATION ${ident(account)}` }],
      drop: [{ text: sql`DROP SCHEMA ${ident(`${database}_${schema}`)}` }],
    })),
    {
      ...common('impersonation-role', 'role', role, 'Its members may act as other people.'),
      create: [{ text: sql`CREATE ROLE ${ident(role)}` }],
      drop: [{ text: sql`DROP ROLE ${ident(role)}` }],
    },
  ];
}

function common(key: string, kind: string, name: string, why: string) {
  const needs = [{ name: `CREATE ${kind.toUpperCase()}`, on: 'cluster' }];
  return { key, kind, name, why, needs, scope: 'cluster', by: 'setup', stage: 'main' } as const;
}
