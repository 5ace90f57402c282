/** The objects that exist on the in-memory platform, for each host. */
export interface Catalogue {
  has(kind: string, name: string): boolean;
  /**
   * Executes a statement of the only known form: `CREATE <kind> "<name>" …` or `DROP <kind> "<name>" …`.
   *
   * @throws Error for any other statement.
   */
  execute(statement: string): void;
}

const STATEMENT = /^(CREATE|DROP) (\w+) "([^"]+)"/;

/** Creates an empty catalogue. */
export function createCatalogue(): Catalogue {
  const existing = new Set<string>();
  return {
    has: (kind, name) => existing.has(`${kind} ${name}`),
    execute(statement) {
      const [, verb, kind, name] = STATEMENT.exec(statement) ?? [];
      if (verb === undefined) throw new Error(`The platform in memory does not know this statement: ${statement}`);
      if (verb === 'CREATE') existing.add(`${kind?.toLowerCase()} ${name}`);
      else existing.delete(`${kind?.toLowerCase()} ${name}`);
    },
  };
}
