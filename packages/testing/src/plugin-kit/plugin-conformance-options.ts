import type { Plugin, Scalar, SetupMode } from '@portcullis/plugin-api';
import type { PluginCaseId } from './plugin-case-names.ts';

/** A config of a plugin, as people send it. */
export type SampleConfig = Readonly<Record<string, unknown>>;

/** One complete config that the kit sets integrations up with. */
export interface PluginSample {
  /** The name of the sample: `with a key pair`. Edits refer to it. */
  readonly name: string;
  readonly config: SampleConfig;
  readonly mode: SetupMode;
  /**
   * The body of DELETE, for automatic samples of plugins that take credentials.
   *
   * @default the members of `config` that the plugin's `credentials` schema knows
   */
  readonly credentials?: SampleConfig;
}

/** A change of a sample that an integration takes without being set up anew. */
export interface PluginEdit {
  readonly name: string;
  /** The name of the sample that it changes. */
  readonly sample: string;
  /** Top-level members of the config that become something else; undefined takes one away. */
  readonly changes: SampleConfig;
}

/** A case that a plugin cannot keep, and why. */
export interface PluginOptOut {
  readonly case: PluginCaseId;
  /** Why, in a sentence. A case that passes in spite of it is an error: then the opt-out goes. */
  readonly reason: string;
}

/** An object that automatic set-up and scripts make in different ways on purpose. */
export interface PluginModeDifference {
  /** The key of the object. */
  readonly object: string;
  /** Why, in a sentence. A difference that is none is an error: then it goes. */
  readonly reason: string;
}

/** A change of an object outside the library, as it happens on the platform. */
export interface PluginDrift {
  /** The key of the object. */
  readonly object: string;
  /** Values as `observe` returns them. */
  readonly values: Readonly<Record<string, Scalar>>;
}

/** Where a plugin finds a server on this machine that takes connections and never answers. */
export interface SilentPlatform {
  /** The plugin, with the options that let it connect to this machine. @default the plugin under examination */
  readonly plugin?: Plugin;
  readonly config: SampleConfig;
  /** The stage to connect on. @default the first one */
  readonly stage?: string;
}

/** The input of the conformance kit for a plugin. */
export interface PluginConformance {
  readonly plugin: Plugin;
  /** At least one for each authentication kind and mode. Shared objects need two samples of one server. */
  readonly samples: readonly PluginSample[];
  /** At least one for a plugin that can be edited. */
  readonly edits?: readonly PluginEdit[];
  /**
   * The secret texts inside a config, for secret fields whose value has a form of its own (a key file). Plain secret fields are
   * replaced by canaries.
   */
  readonly secretsOf?: (config: SampleConfig) => readonly string[];
  /** The facts that the plugin's `discover` finds on the simulated platform. @default none */
  readonly facts?: Readonly<Record<string, string | number | boolean | null>>;
  /**
   * Returns the way to a server on `127.0.0.1:<port>` that accepts connections and never answers. For plugins that connect.
   */
  readonly silent?: (port: number) => SilentPlatform;
  /** Objects that need not be made with the same statements in both modes. @default none: the same text in both modes */
  readonly differsByMode?: readonly PluginModeDifference[];
  /**
   * Changes of objects whose repair is tried, where invented values would say nothing on the platform.
   *
   * @default every value of every object becomes another one
   */
  readonly drifts?: readonly PluginDrift[];
  readonly optOuts?: readonly PluginOptOut[];
  /**
   * The extent of the cases that begin anew for every statement, object or hostile name: `sampled` tries every third of
   * the first sample and the first edit, and every seventh of the others. For the tests that run many times a day; let `whole`
   * run before a release.
   *
   * @default 'whole'
   */
  readonly sweep?: 'whole' | 'sampled';
}
