import type { z } from 'zod';
import type { ClientSetup } from './client-setup.ts';
import type { FailureClassification } from './failures/failure-class.ts';
import type { Feature } from './feature.ts';
import type { Migration } from './migration.ts';
import type { Container } from './objects/container.ts';
import type { ObjectFamily } from './objects/family.ts';
import type { ManagedObject } from './objects/managed-object.ts';
import type { ObjectContext } from './objects/object-context.ts';
import type { InventoryItem, Observation, ObservedObject } from './objects/observation.ts';
import type { ConnectionRequest, SetupMode } from './platform/connection.ts';
import type { Dialect } from './platform/dialect.ts';
import type { Discovery, FactValues } from './platform/facts.ts';
import type { Session } from './platform/session.ts';
import type { Actor, Stage } from './platform/stage.ts';
import type { Target } from './platform/target.ts';
import type { SetupRole } from './setup-role.ts';
import type { SecretPolicy } from './sql/slots.ts';
import type { ValidationTest } from './validation/validation-test.ts';

/**
 * The definition of a platform plugin. One plain object: no base class, no container. Inside the call of `definePlugin` the
 * types of config, facts and session are inferred from `config`, `discover` and `connect`.
 */
export interface PluginDefinition<
  ConfigSchema extends z.ZodType<object>,
  Facts extends FactValues,
  PlatformSession extends Session,
> {
  /** The version of this contract that the plugin was written for. */
  readonly apiVersion: 1;
  /** The value of `type` on the wire: `Redshift`. */
  readonly type: string;
  /** kebab-case slug: `redshift`. */
  readonly id: string;
  /** Semantic version of the plugin, kept with each integration and its objects. */
  readonly version: string;
  /** One sentence for lists and forms. */
  readonly description: string;
  /**
   * The set-up modes of an integration of this type. `none`: configured on the platform's side, the body contains
   * only `type`.
   */
  readonly bootstrap: 'automatic-or-manual' | 'manual' | 'none';
  /** True when PUT accepts this type. */
  readonly editable: boolean;
  /**
   * True when the service connects with a credential in the stored config (a token), in both modes. Then
   * DELETE takes no credentials. @default false
   */
  readonly ownCredential?: boolean;
  /**
   * The config: strict objects, discriminated on `authenticationType` if there are several. Give each field a title
   * and a description (forms show them) and mark secrets. The output of the schema is stored as JSON.
   *
   * @example
   * ```ts
   * z.strictObject({
   *   host: z.string().describe('Host name of the cluster, without a scheme.'),
   *   authenticationType: z.literal('userPassword'),
   *   username: hidden(z.string()),
   *   password: secret(z.string()),
   * })
   * ```
   */
  readonly config: ConfigSchema;
  /** The body of DELETE for automatic integrations: privileged credentials under the names they have in the config. */
  readonly credentials?: z.ZodType<object>;
  /**
   * Top-level paths of the config that are privileged: used once in automatic mode and never stored. In manual mode
   * the same paths name the account that the script creates, and are stored like any other.
   */
  readonly privileged?: readonly string[];
  /**
   * Paths of the config that PUT cannot change: fields that identify the target, and fields in the names of objects. The path of an
   * object includes everything inside.
   */
  readonly immutable: readonly string[];
  /**
   * Config paths of addresses to which secrets are sent, in addition to the immutable ones: the token endpoint of an
   * identity provider. A PUT that changes one must contain the secrets themselves; otherwise an editor could redirect
   * stored secrets to another host.
   *
   * @default none
   */
  readonly secretDestinations?: readonly string[];
  /**
   * Config paths that the policies of the host contain, such as an excluded group. After an edit that changes one, the host gets the
   * event `policiesMustBeRepushed`.
   *
   * @default none
   */
  readonly policyPaths?: readonly string[];
  /**
   * The declared target of a config. `undefined` if several integrations can share one. Pure. Equal for two configs of
   * the same place, in any spelling.
   */
  target(config: z.output<ConfigSchema>): Target | undefined;
  /** The language of the platform, if its scripts are written in one. */
  readonly dialect?: Dialect;
  /** The connections on which the work is done, in order of set-up. */
  readonly stages: readonly Stage<z.output<ConfigSchema>>[];
  /**
   * The policy of each secret slot whose secret the library generates (automatic mode), by slot name. Generated secrets are
   * sealed before the first statement runs, and `connect` gets them as `secrets`. Rejected if `bootstrap` is `manual`.
   */
  readonly generatedSecrets?: Readonly<Record<string, SecretPolicy>>;
  /** The config path that fills a secret slot in manual mode, by slot name: `{ servicePassword: 'password' }`. */
  readonly manualSecrets?: Readonly<Record<string, string>>;
  /**
   * The expiry times of secrets that contain one (a token, a certificate); the host is warned in advance.
   * Gets the stored config with its secrets. Pure; must not throw.
   */
  expiries?(config: z.output<ConfigSchema>): readonly SecretExpiry[];
  /** The scripts of this type. @default all scripts that its stages and modes make possible */
  readonly scripts?: readonly ScriptKind[];
  /**
   * The features that an integration of this type provides, for the capability matrix. @default the integration itself
   */
  readonly features?: readonly Feature<z.output<ConfigSchema>>[];
  /**
   * Returns the account that an actor signs in as, for remediations. `undefined` if the config does not contain it: in
   * manual mode, the account that runs the script is unknown.
   */
  account?(
    config: z.output<ConfigSchema>,
    request: { readonly actor: Actor; readonly mode: SetupMode },
  ): string | undefined;
  /**
   * Returns the account or role that performs the set-up for this config: it receives the privileges that the objects
   * need, and `create` has the steps that create it. Pure.
   *
   * @returns `undefined` if no account has to be prepared.
   */
  setupRole?(config: z.output<ConfigSchema>, context: { readonly mode: SetupMode }): SetupRole | undefined;
  /** Opens a session. Import the driver here, on first use. */
  connect?(request: ConnectionRequest<z.output<ConfigSchema>, Facts>): Promise<PlatformSession>;
  /** Finds facts that the config lacks. Runs after the gate tests; the facts are stored with the integration. */
  discover?(
    session: PlatformSession,
    context: { readonly config: z.output<ConfigSchema>; readonly signal: AbortSignal },
  ): Promise<Discovery<Facts>>;
  /**
   * The managed objects of a config, in the order of their creation. Pure and deterministic: plans, scripts,
   * reversals and drift are derived from it repeatedly, and must agree. Must work without any facts.
   */
  objects(config: z.output<ConfigSchema>, context: ObjectContext<Facts>): readonly ManagedObject[];
  /**
   * Observes a batch of objects of one stage. Must return a state for every object; objects that the account cannot see are
   * `unknown`, never `absent`.
   */
  observe?(
    session: PlatformSession,
    objects: readonly ObservedObject[],
    context: { readonly config: z.output<ConfigSchema>; readonly signal: AbortSignal },
  ): Promise<readonly Observation[]>;
  /** Lists the objects with our mark: drift reports unlisted ones as "extra", and adoption finds them. */
  inventory?(
    session: PlatformSession,
    context: {
      readonly config: z.output<ConfigSchema>;
      readonly markPrefix: string;
      readonly signal: AbortSignal;
    },
  ): Promise<readonly InventoryItem[]>;
  /** The id of the stage of `inventory`. @default the first stage */
  readonly inventoryStage?: string;
  /** Objects that the host creates at run time. */
  readonly families?: readonly ObjectFamily<PlatformSession, z.output<ConfigSchema>>[];
  /** Managed objects that are dropped with their contents. */
  readonly containers?: readonly Container<PlatformSession, z.output<ConfigSchema>>[];
  /**
   * The validation tests, in the order in which responses list them. The tests derived from objects (`absentTest`,
   * `presentTest`) are inserted between them.
   */
  readonly tests: readonly ValidationTest<z.output<ConfigSchema>, Facts, PlatformSession>[];
  /** Migrations from older versions, oldest first. */
  readonly migrations?: readonly Migration[];
  /** Classifies an error of the driver; `undefined` passes it on to the shared Node table. Must not throw. */
  classifyError(error: unknown): FailureClassification | undefined;
  /** The client set-up of a platform that is configured on its own side. */
  readonly clientSetup?: ClientSetup;
  /** A complete, valid config in each authentication kind: used by docs, forms and the conformance kit. */
  readonly samples: readonly Readonly<Record<string, unknown>>[];
}

/** The expiry time of a secret. */
export interface SecretExpiry {
  /** The config path of the secret, or the name of its slot. */
  readonly secret: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** The scripts of the interface. */
export type ScriptKind = 'initial-create' | 'create' | 'edit' | 'delete' | 'cleanup' | 'post-cleanup';

/** A definition with erased types. */
// biome-ignore lint/suspicious/noExplicitAny: plugins are heterogeneous; their types were checked in definePlugin.
export type AnyPluginDefinition = PluginDefinition<any, any, any>;
