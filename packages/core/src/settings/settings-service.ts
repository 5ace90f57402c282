import type { Settings } from '../options/settings.ts';
import type { RequestContext } from '../security/principals/principal.ts';

/** The service that reads and changes {@link Settings}. Both require `APPLICATION_ADMIN`. */
export interface SettingsService {
  get(context: RequestContext): Promise<Settings>;
  /** @param body - the settings to change; unknown ones are refused. */
  update(context: RequestContext, body: unknown): Promise<Settings>;
  /** Returns the settings in force, for the engine. */
  current(): Promise<Settings>;
}
