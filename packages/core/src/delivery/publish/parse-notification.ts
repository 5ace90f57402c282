import { ServiceError } from '../../kernel/errors/service-error.ts';
import { inputIssues } from '../../kernel/input/parse-input.ts';
import { isPlainObject } from '../../kernel/input/plain-object.ts';
import type { KindFacts, KindRegistry } from '../catalogue/kind-registry.ts';
import { renderText } from '../catalogue/render-text.ts';
import type { InvolvedUsers } from '../subscriptions/matches.ts';
import type { Notification } from './notifications-service.ts';

/** A notification that fits its kind, ready to be stored. */
export interface ParsedNotification {
  readonly facts: KindFacts;
  readonly text: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly involved: InvolvedUsers;
  /** The time of the event, in milliseconds since 1970; undefined means now. */
  readonly at: number | undefined;
  readonly idempotencyKey: string | undefined;
}

/** Maximum characters of a text, which other systems show on one line. */
const TEXT_LIMIT = 10_000;

/**
 * Checks a notification against its kind and fills in its text.
 *
 * @throws ServiceError `KIND_UNKNOWN`, `NOTIFICATION_INVALID`
 */
export function parseNotification(notification: Notification, kinds: KindRegistry): ParsedNotification {
  const { kind, text, at, idempotencyKey } = notification;
  const facts = kinds.find(kind);
  if (!facts) {
    throw new ServiceError(
      'KIND_UNKNOWN',
      `There is no notification kind ${JSON.stringify(kind)}: GET /webhooks/actions lists them, and webhooks.kinds declares more.`,
      {
        details: { kind },
      },
    );
  }
  refuseMistyped(notification);
  const metadata = parseMetadata(notification, facts);
  if (text !== undefined && (text.length === 0 || text.length > TEXT_LIMIT)) {
    throw invalidNotification(kind, 'text', `must have 1 to ${TEXT_LIMIT} characters`);
  }
  if (at !== undefined && Number.isNaN(at.getTime())) throw invalidNotification(kind, 'at', 'is not a valid time');
  if (idempotencyKey !== undefined && (idempotencyKey === '' || idempotencyKey.length > 255)) {
    throw invalidNotification(kind, 'idempotencyKey', 'must have 1 to 255 characters');
  }
  // A database may refuse such a text, or store other characters, and then two keys would be the same.
  if (idempotencyKey !== undefined && /[\0\p{Cs}]/u.test(idempotencyKey)) {
    throw invalidNotification(kind, 'idempotencyKey', 'must have no character U+0000 and no lone surrogate');
  }
  return {
    facts,
    text: text ?? renderText(facts.text, metadata),
    metadata: { ...metadata, notificationType: kind },
    involved: metadata as InvolvedUsers,
    at: at?.getTime(),
    idempotencyKey,
  };
}

const isText = (value: unknown): boolean => typeof value === 'string';

/** The fields of a notification except the kind, each with the required form of its value. */
const FIELDS: ReadonlyMap<string, readonly [fits: (value: unknown) => boolean, form: string]> = new Map([
  ['metadata', [isPlainObject, 'must be an object']],
  ['text', [isText, 'must be a string']],
  ['at', [(value) => isPlainObject(value) && typeof value.getTime === 'function', 'must be a Date']],
  ['idempotencyKey', [isText, 'must be a string']],
]);

/** Refuses what the types exclude. In code without types, a misplaced `actionBy` would silently change who is notified. */
function refuseMistyped({ kind, ...fields }: Notification): void {
  for (const [name, value] of Object.entries({ ...fields, metadata: fields.metadata ?? null })) {
    const [fits, form] = FIELDS.get(name) ?? [];
    if (value === undefined || fits?.(value)) continue;
    throw invalidNotification(
      kind,
      name,
      form ?? 'is not a field of notifications: facts about the event are in metadata',
    );
  }
}

function parseMetadata({ kind, metadata }: Notification, facts: KindFacts): Readonly<Record<string, unknown>> {
  const defined = Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== undefined));
  const parsed = facts.metadata.safeParse(defined);
  if (parsed.success) return parsed.data;
  const issues = inputIssues(parsed.error, 'metadata');
  const [first] = issues;
  throw new ServiceError(
    'NOTIFICATION_INVALID',
    `A notification ${kind} is not valid. ${first?.path}: ${first?.message}`,
    {
      details: issues,
    },
  );
}

/** Creates the refusal of a notification for one of its fields. */
export function invalidNotification(kind: string, path: string, message: string): ServiceError {
  return new ServiceError(
    'NOTIFICATION_INVALID',
    `A notification ${kind} is not valid: ${path} ${message.replace(/\.$/, '')}.`,
    {
      details: [{ path, message }],
    },
  );
}
