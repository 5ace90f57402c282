/** The way out for a person who is told that it is unclear whose an object is. */
export function decisionHelp(integrationId: number, key: string): string {
  return `Look at it, then send { "object": "${key}", "decision": "adopt" } where it belongs to this integration, or "leave" where it does not, to POST /integrations/${integrationId}/unclear, and repeat the operation.`;
}

/** Warnings of a plan about objects at which its operation ends. */
export function unclearWarnings(
  objects: readonly { readonly kind: string; readonly name: string }[],
): readonly string[] {
  return objects.map(
    ({ kind, name }) =>
      `It is unclear whose the ${kind} ${name} is. The operation ends there and leaves it alone, until a person says adopt or leave.`,
  );
}
