import { SIMULATED_CONFIG } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { startRealService } from './support/real-service.ts';

const body = { type: 'Simulated', autoBootstrap: true, config: SIMULATED_CONFIG };
const { authenticationType, username, password } = SIMULATED_CONFIG;
const credentials = { authenticationType, username, password };

interface Planned {
  readonly validationResults: { readonly status: string };
  readonly plan: { readonly hash: string; readonly steps: readonly Readonly<Record<string, unknown>>[] };
}

/** The three changes of an integration, each with its body. */
const CHANGES = [
  ['POST /integrations', body, 'create', 201],
  ['PUT /integrations/1', { ...body, config: { ...SIMULATED_CONFIG, retentionDays: 60 } }, 'edit', 200],
  ['DELETE /integrations/1', credentials, 'delete', 200],
] as const;

describe('a plan over HTTP', () => {
  it('is returned by the dry run of POST, PUT and DELETE, and only its own hash runs it', async () => {
    await using service = await startRealService();
    for (const [route, json, kind, status] of CHANGES) {
      const dry = await service.send(`${route}?dryRun=true`, { json });
      const { validationResults, plan } = dry.json as Planned;
      expect(dry.status, route).toBe(200);
      expect(validationResults.status, route).toBe('passed');
      expect(plan.hash, route).toHaveLength(64);
      expect(plan.steps.length).toBeGreaterThan(0);
      for (const step of plan.steps) {
        expect(step).toMatchObject({
          action: expect.stringMatching(/create|alter|drop|store/),
          object: { key: expect.any(String), kind: expect.any(String), name: expect.any(String) },
          statement: expect.stringMatching(/\S/),
          reason: expect.stringMatching(/\S \S/),
          privileges: expect.any(Array),
          inverse: expect.any(Array),
          destructive: expect.any(Boolean),
          stage: expect.stringMatching(/initial|main|store/),
        });
      }

      const before = service.platform.statements.length;
      const refused = await service.send(route, { json, headers: { 'if-plan': plan.hash.replace(/^./, 'x') } });
      expect(refused, route).toMatchObject({ status: 412, json: { code: 'PLAN_CHANGED' } });
      expect(service.platform.statements.length).toBe(before);

      const accepted = await service.send(route, { json, headers: { 'if-plan': plan.hash } });
      expect(accepted.status, route).toBe(status);
      await service.portcullis.integrations.whenIdle(1);
      const executed = service.platform.statements.slice(before).map(({ text }) => text);
      const steps = plan.steps.filter(({ action }) => action !== 'store');
      expect(executed).toEqual(steps.map(({ statement }) => statement));
      if (kind === 'delete') continue;
      const { json: operations } = await service.send('GET /integrations/1/operations');
      expect((operations as readonly object[]).at(-1)).toMatchObject({ kind, planHash: plan.hash });
    }
  });
});
