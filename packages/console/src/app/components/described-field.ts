/** Returns the id of the element with the problem of a field. */
export function issueId(field: string): string {
  return `${field}-issue`;
}

/** Returns the attributes that tell screen readers of the problem and the help of a field. */
export function describedField(field: string, issue: string | undefined, help?: string) {
  const ids = [issue === undefined ? undefined : issueId(field), help].filter((id) => id !== undefined);
  return {
    'aria-invalid': issue === undefined ? undefined : true,
    'aria-describedby': ids.length === 0 ? undefined : ids.join(' '),
  };
}
