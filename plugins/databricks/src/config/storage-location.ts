/** Maximum number of characters of a location. */
export const MAX_LOCATION_LENGTH = 1_000;

/**
 * The forms of managed storage locations, by cloud. Source: Databricks, "CREATE CATALOG", MANAGED LOCATION; "External
 * locations".
 */
const LOCATIONS: readonly RegExp[] = [
  /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[^\s?#]*)?$/,
  /^gs:\/\/[a-z0-9][a-z0-9._-]{1,220}[a-z0-9](\/[^\s?#]*)?$/,
  /^abfss:\/\/[a-z0-9$][a-z0-9-]{1,62}@[a-z0-9]{3,24}\.dfs\.core\.[a-z.]{3,40}(\/[^\s?#]*)?$/,
  /^r2:\/\/[a-z0-9][a-z0-9-]{1,61}[a-z0-9]@[a-f0-9]{32}\.r2\.cloudflarestorage\.com(\/[^\s?#]*)?$/,
];

/** Returns whether a text is the URL of a storage location for a catalog. */
export function isStorageLocation(text: string): boolean {
  return LOCATIONS.some((form) => form.test(text));
}
