import { isoTime } from '../../kernel/time/iso-time.ts';
import type { Row } from '../../ports/store/tables.ts';
import type { AttemptDetails } from '../attempt/attempt-row.ts';
import { hasNoPublicAddress, NO_PUBLIC_ADDRESS } from '../attempt/no-public-address.ts';
import type { AttemptView } from './webhook-views.ts';

/**
 * Returns the view of an attempt. For the owner, a name that does not exist and an address that the guard refuses look the
 * same and have no times: a subscription cannot be used to explore a network. Administrators see the difference.
 */
export function toAttemptView(attempt: Row<'attempts'>, viewer: { readonly isAdmin: boolean }): AttemptView {
  const { trigger, number, parentId, succeeded, errorCode, errorPhase, startedAt, endedAt } = attempt;
  const subject = {
    trigger: trigger as AttemptView['trigger'],
    ...(number > 0 && { number }),
    ...(parentId !== null && { retryOf: parentId }),
    succeeded,
    interrupted: errorPhase === 'interrupted',
  };
  if (!viewer.isAdmin && hasNoPublicAddress({ code: errorCode, phase: errorPhase })) {
    return { ...subject, errorCode: NO_PUBLIC_ADDRESS, phase: 'guard' };
  }
  return {
    ...subject,
    ...(errorCode !== null && { errorCode }),
    ...(errorPhase !== null && { phase: errorPhase as NonNullable<AttemptView['phase']> }),
    startedAt: isoTime(startedAt),
    ...(endedAt !== null && { endedAt: isoTime(endedAt), ...measured(attempt, viewer) }),
  };
}

function measured({ details }: Row<'attempts'>, { isAdmin }: { readonly isAdmin: boolean }): Partial<AttemptView> {
  const { totalMs, connectMs, firstByteMs, ...facts } = (details ?? {}) as AttemptDetails;
  return defined({
    timing: defined({ connectMs: tenths(connectMs), firstByteMs: tenths(firstByteMs), totalMs: tenths(totalMs) }),
    reusedConnection: facts.reusedSocket,
    retriedStaleConnection: facts.retriedStaleSocket,
    responseBytes: facts.bodyBytes,
    responseTruncated: facts.truncated,
    late: facts.late,
    remoteAddress: isAdmin ? facts.remoteAddress : undefined,
  });
}

function tenths(milliseconds: number | undefined): number | undefined {
  return milliseconds === undefined ? undefined : Math.round(milliseconds * 10) / 10;
}

/** Omits unknown fields. */
function defined<Fields extends object>(fields: Fields): { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> } {
  const known = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> };
}
