/**
 * Returns the start of a path that has as many segments as the pattern of a router: `/tenants/7` of `/tenants/7/webhooks`
 * for `/tenants/:id`.
 */
export function leadingSegments(path: string, pattern: string): string {
  const count = pattern.replace(/\/+$/, '').split('/').length;
  return count === 1 ? '' : path.split('/').slice(0, count).join('/');
}
