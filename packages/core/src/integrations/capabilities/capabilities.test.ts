import { clientConfiguredPlugin, createSimulatedPlatform } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import {
  ADMIN,
  bodyOf,
  CREDENTIALS,
  createAndWait,
  createTestInstance,
  type TestInstance,
} from '../../../tests/support/create-test-instance.ts';

async function matrixOf({ portcullis }: TestInstance, id: number) {
  const { features } = await portcullis.integrations.capabilities(ADMIN, id);
  return Object.fromEntries(features.map((each) => [each.feature, each]));
}

async function statesOf(instance: TestInstance, id: number) {
  return Object.values(await matrixOf(instance, id)).map(({ feature, state }) => [feature, state]);
}

const EVERYTHING = { audit: { enabled: true }, impersonation: { enabled: true, role: 'actors' }, volume: { size: 1 } };

describe('the capability matrix', () => {
  it('states for each feature whether it works, with the evidence', async () => {
    const instance = await createTestInstance();
    const id = await createAndWait(instance, bodyOf(EVERYTHING));
    const matrix = await matrixOf(instance, id);
    expect(matrix.base).toMatchObject({ title: 'Views', state: 'works' });
    expect(matrix.audit).toMatchObject({
      state: 'works',
      why: 'Passed: "Validate Automatic: Audit Log Is Available".',
      tests: [{ id: 'audit-log', status: 'passed' }],
    });
    expect(matrix.exports).toMatchObject({ state: 'unknown', why: expect.stringContaining('write one') });
  });

  it('names the field that switches a feature on', async () => {
    const instance = await createTestInstance();
    const id = await createAndWait(instance);
    expect(await statesOf(instance, id)).toEqual([
      ['base', 'works'],
      ['audit', 'off'],
      ['impersonation', 'off'],
      ['exports', 'off'],
    ]);
    expect((await matrixOf(instance, id)).audit?.why).toContain('config.audit.enabled');
  });

  it('names the failed feature, while the others keep working', async () => {
    const platform = createSimulatedPlatform();
    platform.answer('audit log', false);
    const instance = await createTestInstance({ platform });
    const id = await createAndWait(instance, bodyOf({ audit: { enabled: true } }));
    const { audit, base } = await matrixOf(instance, id);
    expect(base?.state).toBe('works');
    expect(audit).toMatchObject({
      state: 'fails',
      why: '"Validate Automatic: Audit Log Is Available": The platform has no audit log. Ask the administrator for an edition or a setting that supports it, or switch the feature off.',
      tests: [{ status: 'failed', failureClass: 'unsupported' }],
    });
  });

  it('reports no working feature after a failed recurring validation of the integration itself', async () => {
    const instance = await createTestInstance();
    const id = await createAndWait(instance, bodyOf(EVERYTHING));
    instance.platform.answer('log', false);
    await instance.portcullis.integrations.validate(ADMIN, id);
    const matrix = await matrixOf(instance, id);
    expect(matrix.base).toMatchObject({ state: 'fails', why: expect.stringContaining('The log cannot be read.') });
    expect(matrix.impersonation).toMatchObject({
      state: 'fails',
      why: expect.stringContaining('The integration does not work'),
    });
    instance.platform.answer('log', true);
    await instance.portcullis.integrations.validate(ADMIN, id);
    expect((await matrixOf(instance, id)).base?.state).toBe('works');
  });

  it('reports a feature whose objects are missing after the next check', async () => {
    const instance = await createTestInstance();
    const id = await createAndWait(instance, bodyOf(EVERYTHING));
    instance.platform.lose({ kind: 'role', name: 'actors' });
    await instance.portcullis.integrations.drift(ADMIN, id, CREDENTIALS);
    const { impersonation, audit } = await matrixOf(instance, id);
    expect(impersonation).toMatchObject({ state: 'fails', why: expect.stringContaining('actors') });
    expect(audit?.state).toBe('works');
  });

  it('has one row for a type without features', async () => {
    const instance = await createTestInstance({ plugin: clientConfiguredPlugin() });
    const id = await createAndWait(instance, { type: 'Remote' });
    expect(await statesOf(instance, id)).toEqual([['base', 'unknown']]);
  });
});
