import { ACCESS_KINDS } from './access-kinds.ts';
import { KIND_CLASSES, type NotificationKind } from './kind-classes.ts';
import type { KindDescription } from './kind-description.ts';
import { MODEL_KINDS } from './model-kinds.ts';
import { POLICY_KINDS } from './policy-kinds.ts';
import { QUERY_AND_JOB_KINDS } from './query-and-job-kinds.ts';
import { USER_KINDS } from './user-kinds.ts';

/** Every kind of the interface with its trigger, text and metadata fields. */
export const CATALOGUE = {
  ...ACCESS_KINDS,
  ...QUERY_AND_JOB_KINDS,
  ...MODEL_KINDS,
  ...POLICY_KINDS,
  ...USER_KINDS,
} as const satisfies Readonly<Record<NotificationKind, KindDescription>>;

/** Every kind that can be subscribed to, in the interface's order, without `ALL_NOTIFICATIONS` and the kinds of the host. */
export const NOTIFICATION_KINDS = Object.freeze(Object.keys(KIND_CLASSES)) as readonly NotificationKind[];
