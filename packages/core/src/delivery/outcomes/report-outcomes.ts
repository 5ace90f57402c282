import type { JobQueue } from '../../ports/job-queue.ts';
import { wakeEndpoint } from '../endpoint-queues/wake-endpoint.ts';
import type { RecordedOutcomes } from './record-outcomes.ts';
import { type ReportDependencies, reportAttempt } from './report-attempt.ts';
import { reportHealth } from './report-health.ts';

/**
 * Reports recorded outcomes to the host, and wakes the endpoint queues that continue. Call it after the commit.
 *
 * @param continueHere - receives the endpoint queues that can be claimed from now on.
 */
export function reportOutcomes(
  { attempts, continuations, changes, resumed }: RecordedOutcomes,
  dependencies: ReportDependencies & { readonly queue: JobQueue },
  continueHere: (webhookId: number) => void,
): void {
  for (const change of changes) reportHealth(change, dependencies);
  for (const webhookId of resumed) void wakeEndpoint(dependencies, webhookId);
  for (const attempt of attempts) reportAttempt(attempt, dependencies);
  for (const { webhookId, dueAt } of continuations) {
    if (dueAt === undefined) continueHere(webhookId);
    void wakeEndpoint(dependencies, webhookId, dueAt);
  }
}
