import type { IntegrationStatus } from '../lifecycle/integration-status.ts';
import { LIFECYCLE_EVENTS } from '../lifecycle/lifecycle.ts';
import type { DriftedObject } from '../views/drifted-object.ts';

/** Every event of a timeline: those of the lifecycle, and drift that appeared or disappeared. */
export const TIMELINE_EVENTS = [...LIFECYCLE_EVENTS, 'drift-appeared', 'drift-disappeared'] as const;

/** An event of a timeline. */
export type TimelineEvent = (typeof TIMELINE_EVENTS)[number];

/** The drift of a timeline entry. */
export interface TimelineDrift {
  /** The number of all findings. */
  readonly total: number;
  /** The first findings, at most 20. */
  readonly findings: readonly DriftedObject[];
}

/** A change of the status of an integration, or drift that appeared or disappeared. */
export interface TimelineEntryView {
  readonly id: number;
  /** ISO 8601. */
  readonly at: string;
  readonly event: TimelineEvent;
  /** The status before. Absent for a creation, and for drift, which does not change the status. */
  readonly from?: IntegrationStatus;
  /** The status from then on. */
  readonly status: IntegrationStatus;
  /** The reason of the status, for users; absent if there is none. */
  readonly reason?: string;
  /** The operation that caused it. Absent for validations and drift. */
  readonly operation?: { readonly id: number; readonly kind: string };
  /** The id of the principal that requested it. Absent for the service itself, such as a recurring validation. */
  readonly requestedBy?: number;
  /** Only for drift. */
  readonly drift?: TimelineDrift;
}

/** The page of a timeline to list. The values are validated, so they can be passed as sent. */
export interface TimelineQuery {
  /** By id, which is the order of time: `asc` or `desc`. @default asc */
  readonly sortOrder?: string;
  /** Only those after this entry, in the order of the list. */
  readonly after?: string | number;
  /** From 1 to 1000. @default 100 */
  readonly pageSize?: string | number;
}
