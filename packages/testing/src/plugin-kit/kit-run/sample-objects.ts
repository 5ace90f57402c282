import type { AnyPluginDefinition, ManagedObject } from '@portcullis/plugin-api';
import { type DescribedObject, describeObjects } from '../../simulated/platform/described-object.ts';
import type { SimulatedPlatform } from '../../simulated/platform/simulated-platform.ts';
import type { PluginSubject, ResolvedSample } from '../plugin-subject.ts';

/** An object of a plugin's list, together with its location. */
export interface SampleObject {
  readonly declared: ManagedObject;
  readonly described: DescribedObject;
}

const neutralMark = (key: string): string => `portcullis:conformance:target:${key}`;

/** Returns the managed objects of a sample; none if its config is refused. */
export function objectsOf(
  { definition, facts = {} }: PluginSubject,
  { parsed, mode }: ResolvedSample,
): readonly SampleObject[] {
  if (!parsed) return [];
  const context = { mode, facts, mark: neutralMark, options: {} };
  const objects: readonly ManagedObject[] = (definition as AnyPluginDefinition).objects(parsed, context);
  const described = describeObjects(definition, parsed, objects, neutralMark, new Map());
  return objects.map((declared, index) => ({ declared, described: described[index] as DescribedObject }));
}

/** Returns whether another party creates an object, and none of our accounts. */
export function isPrerequisite({ declared }: SampleObject): boolean {
  return declared.sharing === 'required' || declared.create.length === 0;
}

/** Returns whether the library itself creates an object of a sample, and no script. */
export function isMadeByLibrary({ declared }: SampleObject, { mode }: ResolvedSample): boolean {
  return declared.by === 'service' || (declared.by === 'setup' && mode === 'automatic');
}

/** Adds a foreign object to a platform. */
export function plantForeign(platform: SimulatedPlatform, { described }: SampleObject): void {
  const { server, place, kind, name, scope, values } = described;
  const isThere = platform.objects.some(
    (each) => each.server === server && each.place === place && each.kind === kind && each.name === name,
  );
  if (!isThere) platform.plant({ server, place, kind, name, scope, values });
}

/** Adds the objects that must exist before an integration can be set up. */
export function plantPrerequisites(platform: SimulatedPlatform, subject: PluginSubject, sample: ResolvedSample): void {
  for (const object of objectsOf(subject, sample).filter(isPrerequisite)) plantForeign(platform, object);
}
