import type { DryRunAnswer } from '@portcullis/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ADMIN, startTrial, type Trial } from '../../../src/platforms/s3/test-environment.ts';

// The SDK repeats what may be repeated, with pauses.
let trial: Trial;
beforeEach(async () => {
  trial = await startTrial();
});
afterEach(() => trial.end());

/** Creates a grant on the one location, as a host does at run time, or as another party does. */
function grant(id: string, tags: Readonly<Record<string, string>>): void {
  const [location] = trial.account.locations.values();
  trial.account.grants.set(id, { id, locationId: location?.id ?? '', scope: 's3://acme-lake/curated/*', tags });
}

const OURS = { 'portcullis:grant': 'policy-7' };
const removed = () => trial.changes().filter((operation) => operation.startsWith('Delete'));

describe('a removal with grants that were made at run time', () => {
  it('shows them, and drops them before the location', async () => {
    const id = await trial.create();
    for (const name of ['g1', 'g2', 'g3']) grant(name, OURS);
    const dry = (await trial.portcullis.integrations.remove(ADMIN, id, undefined, { dryRun: true })) as DryRunAnswer;
    expect(dry.plan.steps.map(({ action, object }) => [action, object.kind, object.name])).toEqual([
      ['drop', 'access grant', expect.stringMatching(/^g[123]$/)],
      ['drop', 'access grant', expect.stringMatching(/^g[123]$/)],
      ['drop', 'access grant', expect.stringMatching(/^g[123]$/)],
      ['drop', 'registered location', 's3://acme-lake/curated/'],
    ]);
    expect(removed()).toEqual([]);

    await trial.portcullis.integrations.remove(ADMIN, id, undefined);
    expect(await trial.status(id)).toBe('deleted');
    expect(removed()).toEqual([...Array(3).fill('DeleteAccessGrant'), 'DeleteAccessGrantsLocation']);
    expect([trial.account.grants.size, trial.account.locations.size]).toEqual([0, 0]);
  });

  it('is refused while a grant is somebody else’s, which is not lost', async () => {
    const id = await trial.create();
    grant('theirs', { team: 'sales' });
    await trial.portcullis.integrations.remove(ADMIN, id, undefined);
    expect(await trial.status(id)).toBe('deleteError');
    const operations = await trial.portcullis.integrations.operations(ADMIN, id);
    expect(operations.find(({ kind }) => kind === 'delete')?.error).toMatchObject({ class: 'in-use' });
    expect([...trial.account.grants.keys()]).toEqual(['theirs']);
    expect(trial.account.locations.size).toBe(1);
  });

  it('keeps the location and what is somebody else’s where there are grants of both', async () => {
    const id = await trial.create();
    grant('ours', OURS);
    grant('theirs', {});
    await trial.portcullis.integrations.remove(ADMIN, id, undefined);
    expect(await trial.status(id)).toBe('deleteError');
    expect([...trial.account.grants.keys()]).toContain('theirs');
    expect(trial.account.locations.size).toBe(1);
    trial.account.grants.delete('theirs');
    await trial.portcullis.integrations.remove(ADMIN, id, undefined);
    expect(await trial.status(id)).toBe('deleted');
    expect([trial.account.grants.size, trial.account.locations.size]).toEqual([0, 0]);
  });
});
