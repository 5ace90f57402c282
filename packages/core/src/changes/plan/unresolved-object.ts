/** Returns the instruction for the decision about an unresolved object. */
export function decisionHelp(integrationId: number, key: string): string {
  return `Check the object on the platform, then send { "object": "${key}", "decision": "adopt" } if it belongs to this integration, or "leave" if it does not, to POST /integrations/${integrationId}/unresolved-objects, and repeat the operation.`;
}

/** Returns warnings of a plan about objects at which its operation ends. */
export function unresolvedWarnings(
  objects: readonly { readonly kind: string; readonly name: string }[],
): readonly string[] {
  return objects.map(
    ({ kind, name }) =>
      `It is unclear who owns the ${kind} ${name}. The operation stops there and leaves it alone until an administrator decides to adopt or leave it.`,
  );
}
