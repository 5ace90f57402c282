import { type AnyPluginDefinition, definitionOf } from '@portcullis/plugin-api';
import { PLUGIN_CASES } from './plugin-case-names.ts';
import type { PluginConformance, PluginEdit, PluginSample, SampleConfig } from './plugin-conformance-options.ts';
import { schemaOf } from './schema/json-schema.ts';

/** Milliseconds after which a call of a plugin counts as endless; long enough for a busy machine. */
const TIMEOUT_MS = 30_000;

/** A sample with its defaults. */
export interface ResolvedSample extends PluginSample {
  /** The parsed config; undefined if the schema refuses it. */
  readonly parsed: object | undefined;
}

/** An edit with the config that it leads to. */
export interface ResolvedEdit extends PluginEdit {
  readonly from: ResolvedSample;
  readonly to: ResolvedSample;
}

/** A plugin under examination. */
export interface PluginSubject extends PluginConformance {
  readonly definition: AnyPluginDefinition;
  readonly samples: readonly ResolvedSample[];
  readonly edits: readonly ResolvedEdit[];
  /** Milliseconds after which a call of the plugin counts as endless. */
  readonly timeoutMs: number;
}

/**
 * Puts a plugin under examination.
 *
 * @throws TypeError when the options contradict themselves: no sample, an edit of an unknown sample, an opt-out without a reason.
 */
export function createPluginSubject(options: PluginConformance): PluginSubject {
  const problem = problemOf(options);
  if (problem) throw new TypeError(`definePluginConformance: ${problem}`);
  const definition = definitionOf(options.plugin);
  const samples = options.samples.map((sample) => resolve(definition, sample));
  const edits = (options.edits ?? []).map((edit) => {
    const from = samples.find((each) => each.name === edit.sample) as ResolvedSample;
    const { parsed: _parsed, ...sample } = from;
    const name = `${from.name}, ${edit.name}`;
    return { ...edit, from, to: resolve(definition, { ...sample, name, config: changed(from.config, edit.changes) }) };
  });
  return { ...options, definition, samples, edits, timeoutMs: TIMEOUT_MS };
}

/** Returns the samples that an administrator sets up by script. */
export function manualSamples({ samples }: PluginSubject): readonly ResolvedSample[] {
  return samples.filter(({ mode }) => mode === 'manual');
}

/** Returns a config with changed members; members that become undefined are omitted. */
function changed(config: SampleConfig, changes: SampleConfig): SampleConfig {
  return Object.fromEntries(Object.entries({ ...config, ...changes }).filter(([, value]) => value !== undefined));
}

function resolve(definition: AnyPluginDefinition, sample: PluginSample): ResolvedSample {
  const { success, data } = definition.config.safeParse(sample.config);
  const credentials = sample.credentials ?? credentialsIn(definition, sample);
  return { ...sample, ...(credentials ? { credentials } : {}), parsed: success ? data : undefined };
}

/** Returns the members of a config that the credentials schema for its authentication kind contains. */
function credentialsIn(definition: AnyPluginDefinition, { config, mode }: PluginSample): SampleConfig | undefined {
  if (!definition.credentials || definition.ownCredential || mode === 'manual') return undefined;
  const schema = schemaOf(definition.credentials);
  for (const option of schema.oneOf ?? schema.anyOf ?? [schema]) {
    const known = Object.entries(config).filter(([name]) => Object.hasOwn(option.properties ?? {}, name));
    const credentials = Object.fromEntries(known);
    if (definition.credentials.safeParse(credentials).success) return credentials;
  }
  return undefined;
}

function problemOf({ samples, edits = [], optOuts = [], differsByMode = [] }: PluginConformance): string | undefined {
  const names = samples.map(({ name }) => name);
  if (names.length === 0) return 'give at least one sample.';
  if (new Set(names).size < names.length) return 'give each sample a different name.';
  const lost = edits.find(({ sample }) => !names.includes(sample));
  if (lost) return `the edit "${lost.name}" changes the sample "${lost.sample}", which does not exist.`;
  const unknown = optOuts.find((each) => !Object.hasOwn(PLUGIN_CASES, each.case));
  if (unknown) return `the opt-out "${unknown.case}" is not the id of a case.`;
  const unexplained = differsByMode.find(({ reason }) => !isSentence(reason));
  if (unexplained) return `state the reason why the modes create "${unexplained.object}" with different statements.`;
  const silent = optOuts.find(({ reason }) => !isSentence(reason));
  return silent && `state the reason why the plugin opts out of "${silent.case}".`;
}

function isSentence(reason: unknown): boolean {
  return typeof reason === 'string' && reason.trim().length >= 10;
}
