import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProcess } from '@portcullis/example-shared/testing';
import { expect, it } from 'vitest';

// Windows has no Ctrl-C for a child process, which it only kills.
it.skipIf(process.platform === 'win32')(
  'the server answers below the host, delivers in a thread on request, and stops on Ctrl-C',
  { timeout: 60_000 },
  async () => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'portcullis-example-'));
    try {
      const ports = { PORT: '0', RECEIVER_PORT: '0', TARGET_PORT: '0', DELIVERIES: 'thread' };
      await using example = startProcess(join(import.meta.dirname, 'main.ts'), { ...ports, DATA_FOLDER: dataFolder });
      await example.printed(/Ctrl-C stops everything/);
      const [, url] = /service +(\S+)/.exec(example.output()) ?? [];
      const [, key = ''] = /export PORTCULLIS_API_KEY=(\S+)/.exec(example.output()) ?? [];
      const headers = { authorization: key, 'content-type': 'application/json' };

      expect(await (await fetch(`${url}/`)).text()).toMatch(/^A host application/);
      const created = await fetch(`${url}/integrations`, { method: 'POST', headers, body: '{"type":"Trino"}' });
      expect(created.status).toBe(201);
      expect(await (await fetch(`${url}/integrations`, { headers })).json()).toMatchObject([{ type: 'Trino' }]);
      expect((await fetch(`${url}/integrations`)).status).toBe(401);
      const metrics = await fetch(`${url}/metrics`);
      expect(metrics.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
      expect(await metrics.text()).toMatch(/^portcullis_webhook_pending \d+$/m);

      expect(await example.interrupt()).toEqual({ exit: 0, leftBehind: [] });
    } finally {
      await rm(dataFolder, { recursive: true, force: true });
    }
  },
);
