import { describe, expect, it } from 'vitest';
import { environment, markOf } from './support/test-environment.ts';

describe('managed objects', () => {
  it('are created, observed as desired, changed and removed', async () => {
    const set = environment();
    expect(await set.observe()).toMatchObject({
      readers: { state: 'foreign' },
      space: { state: 'absent' },
      'space-readers': { state: 'absent' },
    });
    for (const { create } of set.objects) await set.run(create);
    expect(await set.observe()).toMatchObject({
      space: { state: 'ours', platformId: 'space-governance', values: { retentionDays: 30 } },
      'space-readers': { state: 'ours' },
    });
    for (const object of set.objects) await set.run(object.alter?.({}, object) ?? []);
    for (const { drop } of set.objects.toReversed()) await set.run(drop);
    expect(set.platform.spaces.size).toBe(0);
  });

  it('do not include a foreign space, which stays unchanged', async () => {
    const set = environment();
    set.platform.spaces.set('governance', { retentionDays: 1, labels: {}, readers: new Set() });
    expect((await set.observe()).space?.state).toBe('foreign');
    const space = set.objects.find(({ key }) => key === 'space');
    await expect(set.run(space?.create ?? [])).rejects.toMatchObject({ status: 412 });
    await expect(set.run(space?.drop ?? [])).rejects.toMatchObject({ failureClass: 'invalid-input' });
    expect(set.platform.spaces.get('governance')?.retentionDays).toBe(1);
  });

  it('are unknown if the account may not see them', async () => {
    const set = environment();
    set.platform.permissions.delete('spaces:read');
    expect((await set.observe()).space?.state).toBe('unknown');
  });

  it('are listed if they have a mark', async () => {
    const set = environment();
    for (const { create } of set.objects) await set.run(create);
    const signal = new AbortController().signal;
    const search = { config: set.config, markPrefix: 'portcullis:', signal };
    const items = await set.definition.inventory?.(await set.connect(), search);
    expect(items).toEqual([
      { kind: 'space', name: 'governance', mark: markOf('space'), platformId: 'space-governance' },
    ]);
  });
});

describe('the permissions of the account', () => {
  it('are sufficient if all are granted', async () => {
    expect((await environment().validate('service-permissions')).status).toBe('passed');
  });

  it('are reported as missing, with the calls that grant them', async () => {
    const set = environment();
    set.platform.permissions.delete('spaces:write');
    expect(await set.validate('service-permissions')).toMatchObject({
      status: 'failed',
      failureClass: 'missing-grant',
      remediation: {
        statements: [expect.stringMatching(/^PUT .*\/v1\/accounts\/portcullis\/permissions\/spaces%3Awrite$/)],
      },
    });
  });

  it('are granted by the script of the set-up role', () => {
    const { definition } = environment();
    const role = definition.setupRole?.(definition.config.parse(definition.samples[0]), { mode: 'manual' });
    expect(role).toMatchObject({
      script: {
        language: 'Shell',
        text: expect.stringContaining("/v1/accounts/portcullis/permissions/spaces%3Awrite'"),
      },
    });
  });
});
