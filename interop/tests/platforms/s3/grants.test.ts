import type { DryRunResponse } from '@portcullis/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { body, type S3Environment, startEnvironment } from '../../../src/platforms/s3/test-environment.ts';
import { ADMIN } from '../../../src/shared/admin.ts';

// The SDK retries retryable requests, with pauses.
let environment: S3Environment;
beforeEach(async () => {
  environment = await startEnvironment();
});
afterEach(() => environment.close());

/** Creates a grant on the one location, as a host at run time or as another party. */
function grant(id: string, tags: Readonly<Record<string, string>>): void {
  const [location] = environment.emulator.account.locations.values();
  environment.emulator.account.grants.set(id, {
    id,
    locationId: location?.id ?? '',
    scope: 's3://acme-lake/curated/*',
    tags,
  });
}

const OURS = { 'portcullis:grant': 'policy-7' };
const removed = () => environment.emulator.changes().filter((operation) => operation.startsWith('Delete'));

describe('a removal with grants that were created at run time', () => {
  it('shows them, and drops them before the location', async () => {
    const id = await environment.create(body());
    for (const name of ['g1', 'g2', 'g3']) grant(name, OURS);
    const dry = (await environment.portcullis.integrations.remove(ADMIN, id, undefined, {
      dryRun: true,
    })) as DryRunResponse;
    expect(dry.plan.steps.map(({ action, object }) => [action, object.kind, object.name])).toEqual([
      ['drop', 'access grant', expect.stringMatching(/^g[123]$/)],
      ['drop', 'access grant', expect.stringMatching(/^g[123]$/)],
      ['drop', 'access grant', expect.stringMatching(/^g[123]$/)],
      ['drop', 'registered location', 's3://acme-lake/curated/'],
    ]);
    expect(removed()).toEqual([]);

    await environment.remove(id);
    expect((await environment.status(id)).status).toBe('deleted');
    expect(removed()).toEqual([...Array(3).fill('DeleteAccessGrant'), 'DeleteAccessGrantsLocation']);
    expect(environment.emulator.account.grants.size).toBe(0);
    expect(environment.emulator.account.locations.size).toBe(0);
  });

  it('waits until AWS no longer sees the grants that it has removed', async () => {
    const id = await environment.create(body());
    for (const name of ['g1', 'g2', 'g3']) grant(name, OURS);
    environment.emulator.account.visibleAfterRemovalMs = 5_000;
    await environment.remove(id);
    expect((await environment.status(id)).status).toBe('deleted');
    expect(environment.emulator.account.locations.size).toBe(0);
  });

  it('is rejected with the name of a foreign grant, and changes nothing', async () => {
    const id = await environment.create(body());
    grant('theirs', { team: 'sales' });
    await expect(environment.remove(id)).rejects.toMatchObject({
      code: 'FOREIGN_CONTENTS',
      message: expect.stringContaining('access grant theirs'),
    });
    expect((await environment.status(id)).status).toBe('enabled');
    expect(removed()).toEqual([]);
    expect([...environment.emulator.account.grants.keys()]).toEqual(['theirs']);
    expect(environment.emulator.account.locations.size).toBe(1);
  });

  it('keeps the location and the foreign grant if there are grants of both kinds', async () => {
    const id = await environment.create(body());
    grant('ours', OURS);
    grant('theirs', {});
    await expect(environment.remove(id)).rejects.toMatchObject({ code: 'FOREIGN_CONTENTS' });
    expect([...environment.emulator.account.grants.keys()].toSorted()).toEqual(['ours', 'theirs']);
    expect(environment.emulator.account.locations.size).toBe(1);
    environment.emulator.account.grants.delete('theirs');
    await environment.remove(id);
    expect((await environment.status(id)).status).toBe('deleted');
    expect(environment.emulator.account.grants.size).toBe(0);
    expect(environment.emulator.account.locations.size).toBe(0);
  });
});
