import { describe, expect, it } from 'vitest';
import type { StartHost } from '../src/host.ts';
import { PARSING_HOSTS } from './support/parsing-hosts.ts';
import { startTestHost } from './support/start-test-host.ts';

describe.each(Object.entries<StartHost>(PARSING_HOSTS))('%s after its body parsers', (_name, start) => {
  it('reads the body that the host has parsed', async () => {
    await using host = await startTestHost(start);
    const created = await host.send('POST /governance/api-keys', { json: { name: 'my key' } });
    expect(created).toMatchObject({ status: 201, json: { name: 'my key', principalName: 'Ada' } });
    const refused = await host.send('POST /governance/api-keys', { json: { name: 'x'.repeat(1_048_576) } });
    expect(refused).toMatchObject({ status: 413, json: { code: 'BODY_TOO_LARGE' } });
  });
});
