import {
  type AnyPluginDefinition,
  type ContainedObject,
  type Container,
  classifyFailure,
  type FailureClassification,
  type Session,
} from '@portcullis/plugin-api';
import type { ObjectFacts } from '../plan/change-set.ts';
import type { BoundedRead } from '../sessions/bounded-read.ts';
import type { SessionPool } from '../sessions/session-pool.ts';

/** The connection for observing the contents of containers. */
export interface ContentsSearch {
  readonly definition: AnyPluginDefinition;
  readonly config: object;
  readonly sessions: SessionPool;
  readonly actor: 'setup' | 'service';
  readonly signal: AbortSignal;
  /** Limits the time of each list. */
  readonly boundedRead: BoundedRead;
  readonly redact: (text: string) => string;
}

/** A container that must not be dropped because of its contents. */
export interface BlockedContainer {
  readonly object: { readonly key: string; readonly kind: string; readonly name: string };
  /** Objects in it that the integration did not create; empty if they cannot be observed. */
  readonly foreignContents: readonly ContainedObject[];
  /** True if the platform drops it only when it is empty, so that no request can permit more. */
  readonly emptyOnly: boolean;
  /** The problem and the remedy, for users. */
  readonly message: string;
}

/** Returns a container that foreign contents block; undefined without foreign contents. */
export async function blockedContainer(
  search: ContentsSearch,
  { key, kind, name }: Pick<ObjectFacts, 'key' | 'kind' | 'name'>,
): Promise<BlockedContainer | undefined> {
  const found = await findContents(search, { key });
  const emptyOnly = isEmptyOnly(search.definition, { key });
  const refusal = contentsRefusal({ kind, name }, found, emptyOnly);
  if (!refusal) return undefined;
  return {
    object: { key, kind, name },
    foreignContents: isList(found) ? found : [],
    emptyOnly,
    message: `${refusal.message} ${refusal.help ?? ''}`.trim(),
  };
}

/**
 * Returns the foreign contents of an object, or the reason why they cannot be observed. Objects that are not containers have
 * none.
 */
export async function findContents(
  { definition, config, sessions, actor, signal: outer, boundedRead, redact }: ContentsSearch,
  { key }: Pick<ObjectFacts, 'key'>,
): Promise<readonly ContainedObject[] | FailureClassification> {
  const container = containerOf(definition, { key });
  if (!container) return [];
  try {
    return await boundedRead((signal) =>
      sessions.use(container.stage, actor, signal, (session) => container.list(session, { config, signal })),
    );
  } catch (error) {
    outer.throwIfAborted();
    const failure = classifyFailure(error, definition.classifyError);
    return { ...failure, message: redact(failure.message) };
  }
}

/** Returns whether the platform drops an object only when it is empty. */
export function isEmptyOnly(definition: AnyPluginDefinition, object: Pick<ObjectFacts, 'key'>): boolean {
  return containerOf(definition, object)?.emptyOnly === true;
}

function containerOf(
  { containers = [] }: AnyPluginDefinition,
  { key }: Pick<ObjectFacts, 'key'>,
): Container<Session, object> | undefined {
  return (containers as readonly Container<Session, object>[]).find((container) => container.key === key);
}

/** Returns the failure of dropping an object because of its contents; undefined without foreign contents. */
export function contentsRefusal(
  { kind, name }: Pick<ObjectFacts, 'kind' | 'name'>,
  found: readonly ContainedObject[] | FailureClassification,
  emptyOnly: boolean,
): FailureClassification | undefined {
  const allow = emptyOnly ? 'The platform drops it only when it is empty.' : ALLOW;
  if (!isList(found)) {
    return {
      class: found.class,
      message: `The contents of the ${kind} ${name} cannot be seen, so it is not dropped: ${found.message}`,
      help: allow,
    };
  }
  if (found.length === 0) return undefined;
  const named = found.slice(0, 20).map((each) => `${each.kind} ${each.name}`);
  const more = found.length > named.length ? ` and ${found.length - named.length} more` : '';
  return {
    class: 'in-use',
    message: `The ${kind} ${name} holds objects that this integration has not made: ${named.join(', ')}${more}. It is not dropped.`,
    help: `Move these objects, or remove them. ${allow}`,
  };
}

const ALLOW = 'To drop it with all its contents, send the request with dropContents=true.';

function isList(found: readonly ContainedObject[] | FailureClassification): found is readonly ContainedObject[] {
  return Array.isArray(found);
}
