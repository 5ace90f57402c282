import { join } from 'node:path';
import { startProcess } from '@portcullis/example-shared/testing';
import { expect, it } from 'vitest';

// Windows has no Ctrl-C for a child process, which it only kills.
it.skipIf(process.platform === 'win32').each(['node-http', 'fastify', 'hono', 'nest'])(
  'the host %s answers the printed request, and stops on Ctrl-C',
  { timeout: 30_000 },
  async (name) => {
    await using example = startProcess(join(import.meta.dirname, '../src/main.ts'), { PORT: '0' }, [name]);
    await example.printed(/curl --cookie/);
    const [, cookie = '', url = ''] = /curl --cookie '(\S+)' (\S+)/.exec(example.output()) ?? [];
    const response = await fetch(url, { headers: { cookie } });
    expect(response.status).toBe(200);
    expect(await example.interrupt()).toEqual({ exit: 0, leftBehind: [] });
  },
);
