/** A config with all fields, and a minimal one with the fields of the interface. */
export const SAMPLES: readonly Readonly<Record<string, unknown>>[] = [
  {
    host: 'myworkspace.sql.azuresynapse.net',
    port: 1433,
    database: 'sqlpool1',
    schema: 'governance',
    metadataDelimiters: { hashDelimiter: '|', hashKeyDelimiter: ':', arrayDelimiter: ',' },
    impersonation: { enabled: true, role: 'governance_impersonation' },
    authenticationType: 'userPassword',
    username: 'sqladminuser',
    password: 'Correct4Horse9Battery',
  },
  {
    host: 'myserver.database.windows.net',
    database: 'warehouse',
    schema: 'governance',
    metadataDelimiters: { hashDelimiter: '|', hashKeyDelimiter: ':', arrayDelimiter: ',' },
    username: 'sqladminuser',
    password: 'Correct4Horse9Battery',
  },
];
