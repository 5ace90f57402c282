import type { AnyPluginDefinition, SetupMode, Target } from '@portcullis/plugin-api';
import { createMarks } from '../../changes/observe/marks.ts';
import type { ListedObject } from '../../changes/plan/derive-changes.ts';
import { listedObjects } from '../../changes/plan/derive-changes.ts';
import { objectList } from '../../changes/plan/object-list.ts';
import type { PlatformAccess } from '../../changes/sessions/platform-session.ts';
import { createSessionPool, type SessionPool } from '../../changes/sessions/session-pool.ts';
import { type Config, valueAt } from '../../kernel/input/config-paths.ts';
import { createRedactingLogger } from '../../security/redaction/redacting-logger.ts';
import { createRedactor, type Redact } from '../../security/redaction/redactor.ts';
import { pathsWith } from '../config/redaction.ts';
import { secretNameOf } from '../config/stored-config.ts';
import type { IntegrationDependencies } from './integration-dependencies.ts';
import { scopeOf } from './ledger-owner.ts';

type Facts = Readonly<Record<string, unknown>>;

/** The context of an operation on one config: its target, its objects, its sessions. In memory only. */
export interface OperationContext {
  readonly tenant: string;
  readonly definition: AnyPluginDefinition;
  readonly mode: SetupMode;
  /** The config with the available secrets. */
  readonly config: Config;
  readonly target: Target | undefined;
  readonly identity: readonly string[];
  readonly scope: string;
  /** The instance whose marks the objects carry. */
  readonly instanceId: string;
  /** The service account's secrets by slot: generated ones, or the config's in manual mode. */
  readonly secrets: Readonly<Record<string, string>>;
  readonly sessions: SessionPool;
  readonly redact: Redact;
  /** Options of this instance for plugins. */
  readonly options: Readonly<Record<string, unknown>>;
  /** The mark of an object on the platform. */
  mark(key: string): string;
  /** Sets the facts for connections that are opened from now on. */
  setFacts(facts: Facts): void;
  listObjects(facts: Facts): readonly ListedObject[];
  /** Returns the objects of another config of the same target, such as the one before an edit. */
  listObjectsOf(config: Config, facts: Facts): readonly ListedObject[];
}

/** Dependencies of {@link createOperationContext}. */
export type OperationContextDependencies = Pick<
  IntegrationDependencies,
  'tenant' | 'settings' | 'clock' | 'logger' | 'instanceId'
>;

/** The input for an operation context. */
export interface OperationContextRequest {
  readonly definition: AnyPluginDefinition;
  readonly mode: SetupMode;
  readonly config: Config;
  readonly facts: Facts;
  /** Secrets that the library generated for the service account, in addition to those of the config. */
  readonly generated: Readonly<Record<string, string>>;
  /** Marks that objects already have, by key: they keep them when the plugin changes the key. @default none */
  readonly marks?: ReadonlyMap<string, string>;
  /** The instance whose marks the objects carry, if another instance made them; null for this one. */
  readonly markInstance: string | null;
  /** Further secrets to redact. @default none */
  readonly alsoSecret?: readonly string[];
}

/** Creates the context for one config. Does not connect yet. */
export async function createOperationContext(
  dependencies: OperationContextDependencies,
  request: OperationContextRequest,
): Promise<OperationContext> {
  const { definition, mode, config, facts, alsoSecret = [] } = request;
  const target = definition.target(config) as Target | undefined;
  const identity = target?.identity ?? [];
  const secrets = mode === 'automatic' ? withoutConfigSecrets(request.generated) : manualSecrets(definition, config);
  const options = { ...(await dependencies.settings.current()) };
  const instanceId = request.markInstance ?? dependencies.instanceId;
  const markOfTarget = createMarks(instanceId, definition.type, identity);
  const mark = (key: string): string => request.marks?.get(key) ?? markOfTarget(key);
  const listObjectsOf = (otherConfig: Config, known: Facts): readonly ListedObject[] =>
    listedObjects(definition, objectList(definition, otherConfig, { mode, facts: known, mark, options }), mark);
  // Validation, plan and execution use the same list, whose creation is most of the work of a dry run.
  const lists = new WeakMap<Facts, readonly ListedObject[]>();
  const listObjects = (known: Facts): readonly ListedObject[] => {
    const listed = lists.get(known) ?? listObjectsOf(config, known);
    lists.set(known, listed);
    return listed;
  };
  const known = [
    ...alsoSecret,
    ...Object.values(secrets),
    ...pathsWith(definition, ['secret']).map((path) => valueAt(config, path)),
  ];
  const redact = createRedactor(known, definition.dialect?.quoteLiteral);
  const logger = createRedactingLogger(dependencies.logger, redact, { type: definition.type });
  let learned = facts;
  const access: PlatformAccess = {
    definition,
    config,
    mode,
    secrets,
    logger,
    get facts() {
      return learned;
    },
  };
  return {
    tenant: dependencies.tenant,
    definition,
    mode,
    config,
    target,
    identity,
    instanceId,
    scope: scopeOf(definition.type, target),
    secrets,
    sessions: createSessionPool(access, dependencies.clock),
    redact,
    options,
    mark,
    setFacts: (found) => {
      learned = found;
    },
    listObjects,
    listObjectsOf,
  };
}

/** Stored secrets of the config are omitted, because `connect` finds them in the config. */
function withoutConfigSecrets(stored: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(stored).filter(([name]) => !name.startsWith(secretNameOf(''))));
}

function manualSecrets(definition: AnyPluginDefinition, config: Config): Readonly<Record<string, string>> {
  const entries = Object.entries(definition.manualSecrets ?? {}).map(
    ([slot, path]) => [slot, valueAt(config, path as string)] as const,
  );
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}
