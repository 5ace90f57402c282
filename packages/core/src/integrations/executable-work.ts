import type { ListedObject } from '../bootstrap/derive-work.ts';
import { createWork } from '../bootstrap/derive-work.ts';
import type { Plan } from '../bootstrap/plan.ts';
import type { Work } from '../bootstrap/work.ts';
import { ServiceError } from '../errors/service-error.ts';
import { generateSecret } from '../security/generate-secret.ts';
import type { Engine } from './engine.ts';
import type { Preparation } from './preparation.ts';

/** The work that the library itself does: everything in automatic mode, the service account's part in manual mode. */
export function executableWork({ definition, mode }: Preparation, listed: readonly ListedObject[]): readonly Work[] {
  return listed
    .filter(
      ({ facts }) =>
        facts.sharing !== 'required' && (facts.by === 'service' || (facts.by === 'setup' && mode === 'automatic')),
    )
    .map((each) => createWork(definition, each));
}

/** @throws ServiceError `PLAN_CHANGED` */
export function refuseOtherPlan(ifPlan: string | undefined, plan: Plan): void {
  if (ifPlan === undefined || ifPlan === plan.hash) return;
  throw new ServiceError('PLAN_CHANGED', `The plan has changed since the dry run: its hash is ${plan.hash} now.`, {
    details: { sent: ifPlan, current: plan.hash },
  });
}

/** New secrets for the service account, by slot. */
export function generateSecrets(
  engine: Engine,
  policies: Readonly<Record<string, object>> | undefined,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(policies ?? {}).map(([slot, policy]) => [slot, generateSecret(policy, engine.random)]),
  );
}
