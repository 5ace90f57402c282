import type { Plugin } from '@portcullis/plugin-api';
import type { PluginEdit, PluginSample } from '../plugin-kit/plugin-conformance-options.ts';
import type { RealCaseId } from './real-case-names.ts';
import type { RealPlatform } from './real-platform.ts';

/** A change that is made on the platform, outside the library. */
export interface RealDrift<Platform extends RealPlatform> {
  /** The name of the change: `another limit`. */
  readonly name: string;
  /** The name of the sample that is set up. @default the first one */
  readonly sample?: string;
  /** The key of the object that is reported. */
  readonly object: string;
  /** The reported state of the object. @default changed */
  readonly state?: 'changed' | 'missing';
  /** Makes the change, as an administrator. */
  change(platform: Platform): Promise<unknown>;
}

/** A case that a plugin cannot pass on this platform, with the reason. */
export interface RealOptOut {
  readonly case: RealCaseId;
  /** The reason, in a sentence. It is an error if the case passes: then remove the opt-out. */
  readonly reason: string;
}

/** The input of the conformance kit for a plugin on a real platform. */
export interface RealPlatformConformance<Platform extends RealPlatform> {
  /** The plugin, with the options that let it connect to this machine. */
  readonly plugin: Plugin;
  /** The reason why the platform is unavailable. The cases are then skipped with this reason. @default none */
  readonly unavailable?: string | undefined;
  /** Starts the engine, or connects to it, as an administrator. Called once. */
  createPlatform(): Promise<Platform>;
  /**
   * Returns complete configs for this platform. Two may have the same target: the integrations do not exist at the same
   * time.
   */
  samples(platform: Platform): readonly PluginSample[];
  /** Edits of these samples. At least one for an editable plugin. */
  readonly edits?: readonly PluginEdit[];
  /** Changes outside the library that drift detection must report. */
  readonly drifts?: readonly RealDrift<Platform>[];
  /**
   * The extent of the cases that repeat a run for every statement or foreign object. `whole` tries all. `sampled` tries
   * every third one of the first sample, and every seventh one of the others: use it for tests that run many times a day,
   * and `whole` before a release.
   *
   * @default 'whole'
   */
  readonly sweep?: 'whole' | 'sampled';
  readonly optOuts?: readonly RealOptOut[];
}
