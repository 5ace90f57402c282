import type { z } from 'zod';
import { ServiceError } from '../../kernel/errors/service-error.ts';
import type { DeclaredKind } from '../../options/declared-kind.ts';
import { CATALOGUE, NOTIFICATION_KINDS } from './catalogue.ts';
import { ALL_NOTIFICATIONS, KIND_CLASSES, type KindClass, type NotificationKind } from './kind-classes.ts';
import { DECLARED_METADATA, declaredMetadata, type MetadataSchema, metadataSchemaOf } from './metadata-schema.ts';

/** The facts that the engine needs of a kind. */
export interface KindFacts {
  readonly kind: string;
  readonly class: KindClass;
  /** The trigger, in one sentence. */
  readonly trigger: string;
  readonly text: string;
  readonly metadata: MetadataSchema;
}

/** The kinds of an instance: those of the catalogue and those of the host. */
export interface KindRegistry {
  /** Returns a kind; undefined if it is neither in the catalogue nor declared. `ALL_NOTIFICATIONS` is not a kind. */
  find(kind: string): KindFacts | undefined;
  /** Returns all kinds, in the order of the catalogue, those of the host last. */
  names(): readonly string[];
}

const KIND_PATTERN = /^[A-Za-z][A-Za-z0-9_.-]{0,99}$/;

/**
 * Joins the catalogue and the kinds that the host declares.
 *
 * @throws ServiceError `OPTIONS_INVALID` if a declared kind has an invalid or taken name, or an unusable schema.
 */
export function createKindRegistry(declared: readonly DeclaredKind[] = []): KindRegistry {
  const own = new Map<string, KindFacts>();
  for (const { kind, class: kindClass, trigger, text, metadata } of declared) {
    refuseName(kind, own.has(kind));
    if (metadata !== undefined && !isObjectSchema(metadata))
      throw refused(kind, 'has metadata that is not a zod 4 object');
    own.set(kind, {
      kind,
      class: kindClass,
      trigger,
      text,
      metadata: metadata ? declaredMetadata(metadata) : DECLARED_METADATA,
    });
  }
  const names: readonly string[] = Object.freeze([...NOTIFICATION_KINDS, ...own.keys()]);
  return {
    find: (kind) => own.get(kind) ?? (isCatalogueKind(kind) ? catalogueFacts(kind) : undefined),
    names: () => names,
  };
}

function refuseName(kind: string, repeated: boolean): void {
  const problem = !KIND_PATTERN.test(kind)
    ? 'must be up to 100 letters, digits, dots, hyphens and underscores, and start with a letter'
    : repeated
      ? 'is declared twice'
      : kind === ALL_NOTIFICATIONS || isCatalogueKind(kind)
        ? 'is in the catalogue already: give yours another name'
        : undefined;
  if (problem) throw refused(kind, problem);
}

function refused(kind: string, problem: string): ServiceError {
  return new ServiceError('OPTIONS_INVALID', `The notification kind ${JSON.stringify(kind)} ${problem}.`, {
    details: { option: 'webhooks.kinds', kind },
  });
}

/** An untyped host can pass any value, and a host with zod 3 or zod/mini a schema of another type. */
function isObjectSchema(schema: Partial<z.ZodObject>): boolean {
  return typeof schema.safeExtend === 'function';
}

function isCatalogueKind(kind: string): kind is NotificationKind {
  return Object.hasOwn(KIND_CLASSES, kind);
}

function catalogueFacts(kind: NotificationKind): KindFacts {
  const { trigger, text } = CATALOGUE[kind];
  return { kind, class: KIND_CLASSES[kind], trigger, text, metadata: metadataSchemaOf(kind) };
}
