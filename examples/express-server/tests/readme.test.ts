import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

const readme = readFileSync(join(import.meta.dirname, '../../../README.md'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'portcullis-readme-'));

beforeAll(() => {
  vi.stubEnv('STORE_FILE', join(folder, 'portcullis.db'));
  vi.stubEnv('PORTCULLIS_SECRET_KEY', Buffer.alloc(32, 7).toString('base64'));
});

afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

describe('the README of the repository', () => {
  it('mounts Portcullis in an Express application as described', async () => {
    const [, block] = /<!-- mount -->\n```ts\n([\s\S]*?)\n```/.exec(readme) ?? [];
    expect(block).toBe(readFileSync(join(import.meta.dirname, 'readme/mount.ts'), 'utf8').trimEnd());
    const { app, portcullis } = await import('./readme/mount.ts');
    const admin = { id: 1, name: 'Ada', permissions: ['APPLICATION_ADMIN'], groups: [] };
    const { key } = await portcullis.apiKeys.issue({ name: 'first', principal: admin });
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const types = await fetch(`http://127.0.0.1:${port}/governance/integrations/types`, {
      headers: { authorization: key },
    });
    const offered = (await types.json()) as { type: string }[];
    expect(offered.map(({ type }) => type)).toEqual(['Redshift', 'Trino']);
    server.closeAllConnections();
    server.close();
    await portcullis.close();
  });
});
