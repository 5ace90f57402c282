import type { PluginSubject } from './plugin-subject.ts';

/** The condition of cases about scripts. */
export function hasScripts({ definition }: PluginSubject): true | string {
  const isWritten = definition.dialect && definition.bootstrap === 'automatic-or-manual';
  return isWritten && definition.scripts?.length !== 0 ? true : 'The type has no scripts.';
}

/** The condition of cases about managed objects. */
export function hasObjects({ definition }: PluginSubject): true | string {
  return definition.stages.length > 0 ? true : 'The plugin creates no objects on its platform.';
}
