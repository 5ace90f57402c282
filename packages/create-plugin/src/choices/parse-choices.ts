import { CreatePluginError } from '../create-plugin-error.ts';
import { type AuthKind, PLATFORM_KINDS, type PlatformKind } from './plugin-choices.ts';

/**
 * Returns the platform kind of a text.
 *
 * @throws CreatePluginError `ARGUMENTS_INVALID`
 */
export function parseKind(kind: string): PlatformKind {
  if (Object.hasOwn(PLATFORM_KINDS, kind)) return kind as PlatformKind;
  throw new CreatePluginError({
    code: 'ARGUMENTS_INVALID',
    message: `There is no platform kind "${kind}".`,
    help: `Use --kind ${Object.keys(PLATFORM_KINDS).join(' or --kind ')}.`,
  });
}

/**
 * Returns the sign-in methods, each once, in the order of the template.
 *
 * @throws CreatePluginError `AUTH_INVALID`
 */
export function parseAuth(kind: PlatformKind, auth: readonly string[]): readonly AuthKind[] {
  const known = PLATFORM_KINDS[kind].auth;
  const unknown = auth.filter((each) => !known.some((one) => one === each));
  if (auth.length > 0 && unknown.length === 0) return known.filter((one) => auth.includes(one));
  const message =
    auth.length === 0
      ? 'A plugin needs at least one authentication kind.'
      : `A platform of kind "${kind}" has no authentication kind ${unknown.map((each) => `"${each}"`).join(', ')}.`;
  throw new CreatePluginError({
    code: 'AUTH_INVALID',
    message,
    help: `Use --auth with one or more of ${known.join(',')}.`,
  });
}
