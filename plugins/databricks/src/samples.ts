/** A config for each sign-in method: one with all fields, and others. */
export const SAMPLES: readonly Readonly<Record<string, unknown>>[] = [
  {
    workspaceUrl: 'dbc-a1b2c3d4-e5f6.cloud.databricks.com',
    httpPath: '/sql/1.0/warehouses/1a2b3c4d5e6f7a8b',
    catalog: 'governance',
    authenticationType: 'token',
    token: 'dapi0123456789abcdef0123456789abcdef',
  },
  {
    workspaceUrl: 'adb-1234567890123456.7.azuredatabricks.net',
    httpPath: '/sql/1.0/warehouses/1a2b3c4d5e6f7a8b',
    catalog: 'governance',
    managedLocation: 'abfss://unity@acmegovernance.dfs.core.windows.net/governance',
    audit: { enabled: true },
    groupPattern: { deny: 'governance-exempt' },
    authenticationType: 'oAuthM2M',
    oAuthClientConfig: {
      clientId: '5b6c1d0e-2f3a-4b5c-8d7e-9f0a1b2c3d4e',
      clientSecret: 'dose0123456789abcdef0123456789abcdef',
      scope: 'all-apis',
      authorityUrl: 'https://adb-1234567890123456.7.azuredatabricks.net/oidc/v1/token',
    },
  },
];
