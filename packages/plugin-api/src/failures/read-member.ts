/**
 * Reads a member of anything that was thrown, for `classifyError`: a foreign error may have members that throw when they are
 * looked at, and a plugin must answer all the same.
 *
 * @example
 * ```ts
 * const code = readMember(error, 'code');
 * if (typeof code === 'string') return lookUpFailure(FAILURES, { codes: [code], message: 'What the server said.' });
 * ```
 * @returns `undefined` where there is no such member, or it cannot be read.
 */
export function readMember(error: unknown, name: string): unknown {
  try {
    return (error as Readonly<Record<string, unknown>> | null | undefined)?.[name];
  } catch {
    return undefined;
  }
}
