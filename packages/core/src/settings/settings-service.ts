import type { RequestContext } from '../security/principal.ts';
import type { Settings } from './settings.ts';

/** Reads and changes {@link Settings}. Both require `APPLICATION_ADMIN`. */
export interface SettingsService {
  get(context: RequestContext): Promise<Settings>;
  /** @param body - the settings to change; unknown ones are refused. */
  update(context: RequestContext, body: unknown): Promise<Settings>;
  /** What is in force, for the engine. */
  current(): Promise<Settings>;
}
