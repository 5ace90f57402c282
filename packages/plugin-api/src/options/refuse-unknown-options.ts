import { invalidOption } from './invalid-option.ts';

/**
 * Refuses options that the factory of a plugin does not have. Hosts in JavaScript have no compiler that would find a
 * misspelt one. An option that is undefined has no effect under any name.
 *
 * @example
 * ```ts
 * refuseUnknownOptions('acme()', options, { endpoint: null, requestTimeoutMs: null });
 * ```
 * @param factory - the call in the words of the host: `acme()`.
 * @param known - every option of the factory; the compiler finds a missing one.
 * @throws PortcullisError `OPTIONS_INVALID`; the message names the known options.
 */
export function refuseUnknownOptions<Options extends object>(
  factory: string,
  options: Options,
  known: Readonly<Record<keyof Options, null>>,
): void {
  const unknown = Object.entries(options).filter(([name, value]) => value !== undefined && !Object.hasOwn(known, name));
  if (unknown.length === 0) return;
  const names = unknown.map(([name]) => `"${name}"`).join(' and ');
  throw invalidOption(
    `${factory} has no option ${names}. Its options are ${Object.keys(known).join(', ')}.`,
    'Correct the name of the option, or leave it out.',
  );
}
