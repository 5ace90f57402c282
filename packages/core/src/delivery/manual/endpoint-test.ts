import type { Clock } from '../../ports/clock.ts';
import type { Random } from '../../ports/random.ts';
import type { Row } from '../../ports/store/tables.ts';
import type { TenantSettings } from '../../settings/tenant-settings.ts';
import type { EndedAttempt } from '../attempt/attempt-outcome.ts';
import type { RunningAttempts } from '../attempt/running-attempts.ts';
import type { SendAttempt } from '../attempt/send-attempt.ts';
import { createSigningKey } from '../attempt/sign/signing-secret.ts';
import { testEvent } from '../attempt/test-event.ts';

/** An endpoint to test before it is stored. */
export interface EndpointTest {
  readonly name: string;
  readonly url: string;
  readonly secret?: string | undefined;
  readonly tenant: string;
  /** The id of the caller. */
  readonly actionBy: number;
}

/** Dependencies of {@link createEndpointTest}. */
export interface EndpointTestDependencies {
  readonly clock: Clock;
  readonly random: Random;
  readonly settings: Pick<TenantSettings, 'of'>;
  readonly send: SendAttempt;
  readonly running: RunningAttempts;
}

/** Creates the function that sends a test to an endpoint that is not stored, in the same way as to stored ones. */
export function createEndpointTest({ clock, random, settings, send, running }: EndpointTestDependencies) {
  return ({ tenant, name, url, secret, actionBy }: EndpointTest): Promise<EndedAttempt> =>
    running.run(null, async (signal) => {
      const now = clock.now();
      const { webhookDeadlineMs: deadlineMs } = await settings.of(tenant);
      const webhook = { tenant, ...unsaved(url, name, actionBy, now) };
      const event = { tenant, id: 0, ...testEvent({ id: 0, name }, actionBy, now, random) };
      const keys = secret === undefined ? [] : [createSigningKey(secret)];
      return send({ webhook, event, webhookName: name, deliveryId: null }, { deadlineMs, signal, keys });
    });
}

function unsaved(url: string, name: string, createdBy: number, now: number): Row<'webhooks'> {
  return {
    id: 0,
    name,
    url,
    global: false,
    notificationType: [],
    actionType: null,
    createdBy,
    state: 'active',
    stateReason: null,
    stateSince: now,
    options: {},
    failingSince: null,
    consecutiveFailures: 0,
    outageFailures: 0,
    exhausted: 0,
    breakerUntil: null,
    breakerStep: 0,
    quietUntil: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
}
