import type { Row } from '../../ports/store/tables.ts';
import { APPLICATION_ADMIN } from '../../security/principals/principal.ts';
import { ALL_NOTIFICATIONS, type KindClass } from '../catalogue/kind-classes.ts';
import { type HoldReason, holdReasonOf } from './hold-reason.ts';

/** The permission that a subscription needs. */
export interface SubscriptionRequest {
  readonly global: boolean;
  readonly kind: string;
  readonly kindClass: KindClass;
  /** The kinds of the webhook. */
  readonly notificationType: readonly string[];
}

/**
 * Returns whether receiving a kind needs an Application Admin: system kinds, all kinds at once, and notifications of other
 * users.
 */
export function needsAdmin({ global, kind, kindClass, notificationType }: SubscriptionRequest): boolean {
  return global || kindClass === 'system' || kind === ALL_NOTIFICATIONS || !notificationType.includes(kind);
}

/** Returns the reason why a delivery for a webhook is held; null if it may be sent. */
export type HoldReasonOf = (webhook: Row<'webhooks'>, kind: string, kindClass: KindClass) => Promise<HoldReason | null>;

/** Returns the permissions of a user; undefined for an unknown one. */
type PermissionsOf = (userId: number) => Promise<readonly string[] | undefined>;

/**
 * Creates the check whether owners may still receive what they subscribed to; it asks the host once per owner. Deliveries of
 * paused or disabled webhooks, and of owners without the permission or unknown ones, are held.
 */
export function createSubscriptionPermissions(permissionsOf: PermissionsOf | undefined): HoldReasonOf {
  const asked = new Map<number, Promise<readonly string[] | undefined>>();

  const permissions = (userId: number, ask: PermissionsOf) => {
    const known = asked.get(userId) ?? Promise.resolve(ask(userId)).then(checkPermissions);
    asked.set(userId, known);
    return known;
  };

  return async (webhook, kind, kindClass) => {
    if (webhook.state !== 'active') return holdReasonOf(webhook.state);
    if (!permissionsOf) return null;
    const current = await permissions(webhook.createdBy, permissionsOf);
    const { global, notificationType } = webhook;
    const allowed =
      current && (current.includes(APPLICATION_ADMIN) || !needsAdmin({ global, kind, kindClass, notificationType }));
    return allowed ? null : 'permission';
  };
}

/**
 * Returns the permissions that the host has returned. A callback may be untyped, and a string would match permissions as substrings.
 *
 * @throws TypeError for anything but a list or undefined.
 */
export function checkPermissions(permissions: readonly string[] | undefined): readonly string[] | undefined {
  if (permissions === undefined || permissions === null) return undefined;
  if (Array.isArray(permissions)) return permissions;
  throw new TypeError(
    'host.permissionsOf must return a list of permissions or undefined, and returned something else.',
  );
}
