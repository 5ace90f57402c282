import type { PluginSubject } from './plugin-subject.ts';

/** For cases about scripts. */
export function hasScripts({ definition }: PluginSubject): true | string {
  const isWritten = definition.dialect && definition.bootstrap === 'automatic-or-manual';
  return isWritten && definition.scripts?.length !== 0 ? true : 'The type has no scripts.';
}

/** For cases about what is made on the platform. */
export function hasObjects({ definition }: PluginSubject): true | string {
  return definition.stages.length > 0 ? true : 'The plugin makes nothing on its platform.';
}
