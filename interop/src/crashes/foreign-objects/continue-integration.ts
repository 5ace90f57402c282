import type { Portcullis } from '@portcullis/core';
import { ADMIN } from '../../shared/admin.ts';
import type { ResolvedFixture } from '../kill-matrix/fixtures.ts';
import type { Run } from './plan-runs.ts';
import { clear, type Planted } from './plant.ts';
import type { PostgresServer } from './postgres-server.ts';

/** An integration that is continued after a kill. */
export interface Continued {
  readonly integrations: Portcullis['integrations'];
  readonly fixture: ResolvedFixture;
  /** Records requests and responses, for the report of a failure. */
  readonly trace: (line: string) => void;
}

/**
 * Continues like an operator: repeats the request, then removes everything. Unresolved objects stay with the other party.
 *
 * @returns the problems of the final state.
 */
export async function continueOperation(continued: Continued, operation: Run['operation']): Promise<readonly string[]> {
  const { integrations, fixture } = continued;
  const status = await statusOf(continued);
  if (status === undefined || status === 'deleted') return [];
  if (operation !== 'delete') {
    const body = operation === 'create' ? fixture.body : fixture.edited;
    await untilClear(continued, 'PUT', () => integrations.update(ADMIN, 1, body));
  }
  await remove(continued);
  return unsettled(await statusOf(continued));
}

/** Removes the integration after the other party has removed its objects. Returns the problems of the final state. */
export async function clearAndDelete(
  server: PostgresServer,
  continued: Continued,
  planted: readonly Planted[],
): Promise<readonly string[]> {
  if (['deleted', undefined].includes(await statusOf(continued))) return [];
  await clear(server, planted);
  continued.trace('the foreign objects are removed');
  await remove(continued);
  const status = await statusOf(continued);
  if (status === 'deleted') return [];
  // Objects of our dropped role now belong to the other party, so the database stays.
  return planted.some(({ target }) => target.kind === 'user' || target.kind === 'database')
    ? unsettled(status)
    : [`After the foreign objects were gone, the removal ended as ${status}.`];
}

function unsettled(status: string | undefined): readonly string[] {
  return status?.endsWith('ing') ? [`It was left ${status}.`] : [];
}

/** Deletes the integration. */
function remove(continued: Continued): Promise<void> {
  const { integrations, fixture } = continued;
  return untilClear(continued, 'DELETE', () => integrations.remove(ADMIN, 1, fixture.credentials));
}

/** Returns the status, or undefined if there is no integration. */
async function statusOf({ integrations }: Continued): Promise<string | undefined> {
  return (await integrations.status(ADMIN, 1).catch(() => undefined))?.status;
}

/** Sends a request, and repeats it once if it ended at objects of unresolved ownership. */
async function untilClear(continued: Continued, name: string, send: () => Promise<unknown>): Promise<void> {
  for (let attempt = 0; attempt < 2; attempt += 1) {
    continued.trace(`${name} is ${await refusable(send())}`);
    await continued.integrations.whenIdle(1);
    const [last] = (await continued.integrations.operations(ADMIN, 1).catch(() => [])).slice(-1);
    continued.trace(`${name} ends as ${await statusOf(continued)} ${JSON.stringify(last?.error ?? '')}`);
    if (!(await leaveUnresolved(continued))) return;
  }
}

async function leaveUnresolved({ integrations, trace }: Continued): Promise<boolean> {
  const unresolved = await integrations.unresolvedObjects(ADMIN, 1).catch(() => []);
  for (const { key } of unresolved) {
    trace(`${key} is unresolved, and left`);
    await integrations.decideOwnership(ADMIN, 1, { object: key, decision: 'leave' });
  }
  return unresolved.length > 0;
}

/** Returns the result of a request, or the reason of its refusal. */
async function refusable(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'accepted',
    (error: unknown) => {
      if ((error as { statusCode?: number }).statusCode === undefined) throw error;
      return `refused: ${(error as Error).message}`;
    },
  );
}
