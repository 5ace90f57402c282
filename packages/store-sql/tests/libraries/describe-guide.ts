import { openPostgresDatabase, type PostgresDatabase } from '@portcullis/testing/postgres';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

/** A library of the guide: its example and its database. */
export interface GuideExample {
  createTag(name: string): Promise<void>;
  close(): Promise<unknown>;
}

/** Loads an example, which connects to `DATABASE_URL`. */
export type LoadExample = () => Promise<GuideExample>;

/** Declares that the examples of the guide have the described effect. */
export function describeGuide(examples: readonly (readonly [string, LoadExample])[]): void {
  let server: PostgresDatabase;
  let client: Client;

  beforeAll(async () => {
    // The examples share an instance, which another file may have loaded in this worker and closed.
    vi.resetModules();
    server = await openPostgresDatabase();
    vi.stubEnv('DATABASE_URL', server.connectionString);
    client = new Client(server.connectionString).on('error', () => {});
    await client.connect();
    await client.query('create table tags (name text primary key)');
  });
  afterAll(async () => {
    const { portcullis } = await import('./guide/portcullis.ts');
    await portcullis.close();
    vi.unstubAllEnvs();
    await client?.end();
    await server?.stop();
  });

  it.each(examples)('the example of %s commits both or neither', async (name, load) => {
    const { createTag, close } = await load();
    await createTag(name);
    await expect(createTag(name)).rejects.toThrow();
    const { rows } = await client.query<{ payload: string }>(
      "select convert_from(payload, 'utf8') as payload from governance.portcullis_events",
    );
    expect(rows.filter(({ payload }) => payload.includes(`"tagName":"${name}"`))).toHaveLength(1);
    await close();
  });
}
