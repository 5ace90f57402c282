/** Returns objects for users: `role READER, user SERVICE`. */
export function objectNames(objects: readonly { readonly kind: string; readonly name: string }[]): string {
  return objects.map(({ kind, name }) => `${kind} ${name}`).join(', ');
}
