/**
 * Returns options with the defaults of those that are absent or undefined. A host often passes a value that may be undefined,
 * such as one from the environment.
 */
export function withDefaults<Values extends object>(defaults: Values, options: Partial<Values> | undefined): Values {
  const given = Object.entries(options ?? {}).filter(([, value]) => value !== undefined);
  return { ...defaults, ...Object.fromEntries(given) };
}
