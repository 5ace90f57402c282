import type { ComponentExamples } from './component-examples.ts';

/** Example responses of the installed types: their configs, scripts, privileges and client set-up. */
export const TYPE_EXAMPLES = {
  IntegrationType: {
    type: 'Redshift',
    id: 'redshift',
    description: 'Amazon Redshift, provisioned or serverless.',
    pluginVersion: '1.0.0',
    bootstrap: 'automatic-or-manual',
    editable: true,
    scripts: ['initial-create', 'create', 'edit', 'delete', 'cleanup'],
    configSchema: { type: 'object', properties: { host: { type: 'string' } }, required: ['host'] },
    immutable: ['host', 'database'],
  },
  Script: {
    script: 'CREATE DATABASE "governance";\n',
    language: 'Redshift SQL',
    fileName: 'redshift-governance-initial-create.sql',
    target: 'warehouse.abc123xyz789.eu-central-1.redshift.amazonaws.com/governance',
    stages: ['initial'],
    warnings: [],
  },
  SetupPrivileges: {
    type: 'Redshift',
    autoBootstrap: true,
    target: 'warehouse.abc123xyz789.eu-central-1.redshift.amazonaws.com/governance',
    role: { name: 'portcullis_setup', runAs: 'a superuser' },
    minimal: { possible: true, reasons: [] },
    privileges: [
      {
        name: 'CREATEDB',
        on: 'the cluster',
        withGrant: false,
        grantable: true,
        anyOf: ['SUPERUSER'],
        heldBy: 'setup',
        operations: ['create'],
        objects: [
          { key: 'database', kind: 'database', name: 'governance', operations: ['create'], why: 'Holds the policies.' },
        ],
        statements: ['ALTER USER "portcullis_setup" CREATEDB'],
        grantedBy: 'a superuser',
      },
    ],
    script: 'ALTER USER "portcullis_setup" CREATEDB;\n',
    language: 'Redshift SQL',
    fileName: 'redshift-governance-privileges.sql',
    warnings: [],
  },
  ClientSetup: {
    key: '<the key of the integration>',
    files: [
      {
        path: 'etc/access-control.properties',
        language: 'properties',
        content: 'access-control.name=opa\n',
        note: 'On the coordinator; restart it afterwards.',
      },
    ],
    versions: [{ id: '470', title: '470 and later' }],
  },
} satisfies ComponentExamples;
