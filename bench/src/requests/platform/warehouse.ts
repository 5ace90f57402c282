import { definePlugin, type Plugin, passed, type Session } from '@portcullis/plugin-api';
import { type Catalogue, createCatalogue } from './catalogue.ts';
import { warehouseBody, warehouseConfig } from './warehouse-config.ts';
import { warehouseObjects } from './warehouse-objects.ts';

/** A plugin for an in-memory platform, so that the benchmark measures the library and not a network. */
export function warehouse(): Plugin {
  const catalogues = new Map<string, Catalogue>();
  const catalogueOf = (host: string): Catalogue => {
    const catalogue = catalogues.get(host) ?? createCatalogue();
    catalogues.set(host, catalogue);
    return catalogue;
  };

  return definePlugin({
    apiVersion: 1,
    type: 'Warehouse',
    id: 'warehouse',
    version: '1.0.0',
    description: 'A data warehouse in the memory of the process.',
    bootstrap: 'automatic-or-manual',
    editable: true,
    config: warehouseConfig,
    credentials: warehouseConfig.pick({ authenticationType: true, username: true, password: true }),
    privileged: ['username', 'password'],
    immutable: ['host', 'port', 'database'],
    target: ({ host, database }) => ({ identity: [host, database], display: host }),
    dialect: {
      language: 'Warehouse SQL',
      separator: ';',
      quoteIdentifier: (path) => path.map((name) => `"${name.replaceAll('"', '""')}"`).join('.'),
      quoteLiteral: (value) => (typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)),
      comment: (text) => `-- ${text}`,
    },
    stages: [{ id: 'main', title: ({ host }) => `On ${host}` }],
    generatedSecrets: { servicePassword: { length: 32 } },
    manualSecrets: { servicePassword: 'password' },
    connect: async ({ config }) => sessionOn(catalogueOf(config.host)),
    objects: warehouseObjects,
    async observe(_session, objects, { config }) {
      const { has } = catalogueOf(config.host);
      return objects.map(({ key, kind, name }) => ({ key, state: has(kind, name) ? 'ours' : 'absent' }));
    },
    tests: [
      {
        id: 'connection',
        name: 'Initial Validation: Basic Connection Test',
        operations: ['create', 'edit', 'delete', 'recurring'],
        modes: ['automatic', 'manual'],
        phase: 'gate',
        mandatory: true,
        on: { stage: 'main', actor: 'setup' },
        run: () => passed(),
      },
    ],
    classifyError: () => undefined,
    samples: [warehouseBody('warehouse.example').config],
  });
}

function sessionOn(catalogue: Catalogue): Session {
  return {
    async run(operation) {
      if (operation.kind === 'statement') catalogue.execute(operation.reveal());
      return {};
    },
    async close() {},
  };
}
