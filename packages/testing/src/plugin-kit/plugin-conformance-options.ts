import type { Plugin, Scalar, SetupMode } from '@portcullis/plugin-api';
import type { PluginCaseId } from './plugin-case-names.ts';

/** A config of a plugin, as users send it. */
export type SampleConfig = Readonly<Record<string, unknown>>;

/** A complete config with which the kit sets integrations up. */
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

/** A change of a sample that an edit can make. */
export interface PluginEdit {
  readonly name: string;
  /** The name of the sample that it changes. */
  readonly sample: string;
  /** Top-level members of the config with new values; undefined removes one. */
  readonly changes: SampleConfig;
}

/** A case that a plugin cannot pass, with the reason. */
export interface PluginOptOut {
  readonly case: PluginCaseId;
  /** The reason, in a sentence. It is an error if the case passes: then remove the opt-out. */
  readonly reason: string;
}

/** An object that automatic set-up and scripts intentionally make with different statements. */
export interface PluginModeDifference {
  /** The key of the object. */
  readonly object: string;
  /** The reason, in a sentence. It is an error if there is no difference: then remove the entry. */
  readonly reason: string;
}

/** A change of an object outside the library, as it happens on the platform. */
export interface PluginDrift {
  /** The key of the object. */
  readonly object: string;
  /** Values as `observe` returns them. */
  readonly values: Readonly<Record<string, Scalar>>;
}

/** The connection of a plugin to a server on this machine that accepts connections and never responds. */
export interface SilentPlatform {
  /** The plugin, with the options that let it connect to this machine. @default the tested plugin */
  readonly plugin?: Plugin;
  readonly config: SampleConfig;
  /** The stage to connect on. @default the first one */
  readonly stage?: string;
}

/** The input of the conformance kit for a plugin. */
export interface PluginConformance {
  readonly plugin: Plugin;
  /** Samples: at least one per authentication kind and mode. Shared objects need two samples of one server. */
  readonly samples: readonly PluginSample[];
  /** Edits: at least one for an editable plugin. */
  readonly edits?: readonly PluginEdit[];
  /**
   * Returns the secret texts of a config, for secret fields with a special format (a key file). Other secret fields are replaced by
   * canaries.
   */
  readonly secretsOf?: (config: SampleConfig) => readonly string[];
  /** The facts that the plugin's `discover` finds on the simulated platform. @default none */
  readonly facts?: Readonly<Record<string, string | number | boolean | null>>;
  /**
   * Returns the options to connect to `127.0.0.1:<port>`, a server that accepts connections and never responds. For plugins that
   * connect.
   */
  readonly silent?: (port: number) => SilentPlatform;
  /** Objects with different statements in the two modes. @default none */
  readonly differsByMode?: readonly PluginModeDifference[];
  /**
   * Changes of objects whose repair is tested, for platforms on which generated values are invalid.
   *
   * @default a generated change of every value of every object
   */
  readonly drifts?: readonly PluginDrift[];
  readonly optOuts?: readonly PluginOptOut[];
  /**
   * The extent of the cases that repeat a run for every statement, object or hostile name. `whole` tries all. `sampled`
   * tries every third one of the first sample and of the first edit, and every seventh one of the others: use it for
   * tests that run many times a day, and `whole` before a release.
   *
   * @default 'whole'
   */
  readonly sweep?: 'whole' | 'sampled';
}
