/** Returns the pattern of a path of Unity Catalog. */
export function unityPath(path: string): RegExp {
  return new RegExp(`^/api/2.1/unity-catalog/${path}$`);
}
