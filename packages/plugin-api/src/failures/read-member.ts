/**
 * Reads a member of any thrown value, for `classifyError`. An error of a driver can have getters that throw, and the
 * plugin must still return a result.
 *
 * @example
 * ```ts
 * const code = readMember(error, 'code');
 * if (typeof code === 'string') return lookUpFailure(FAILURES, { codes: [code], message: 'What the server said.' });
 * ```
 * @returns `undefined` if the member is missing or cannot be read.
 */
export function readMember(error: unknown, name: string): unknown {
  try {
    return (error as Readonly<Record<string, unknown>> | null | undefined)?.[name];
  } catch {
    return undefined;
  }
}
