import { SAMPLES } from '../../src/samples.ts';

const [password = {}, keyPair = {}, oauth = {}] = SAMPLES;
const OFF = { enabled: false };
const ON = { enabled: true };
const PLAIN = { audit: OFF, workspaces: OFF, lineage: OFF, impersonation: OFF };
const MANUAL_USER = { username: 'GOVERNANCE_SYSTEM_ACCOUNT', role: 'GOVERNANCE_SYSTEM' };

/** A golden script: a config, the options of the instance, and a note for the reviewer. */
export interface ReviewedConfig {
  readonly name: string;
  readonly config: object;
  readonly options?: Readonly<Record<string, unknown>>;
}

/** The configs for review: each sign-in method, each feature alone, all features, and names that need quotes. */
export const REVIEWED: readonly ReviewedConfig[] = [
  { name: 'base-key-pair', config: { ...keyPair, ...PLAIN, ...MANUAL_USER } },
  { name: 'base-password', config: { ...password, ...PLAIN, ...MANUAL_USER } },
  { name: 'base-oauth', config: { ...oauth, ...PLAIN, role: 'GOVERNANCE_SYSTEM' } },
  { name: 'audit', config: { ...keyPair, ...PLAIN, ...MANUAL_USER, audit: ON } },
  { name: 'lineage', config: { ...keyPair, ...PLAIN, ...MANUAL_USER, lineage: ON } },
  { name: 'impersonation', config: { ...keyPair, ...PLAIN, ...MANUAL_USER, impersonation: ON } },
  { name: 'workspaces', config: { ...keyPair, ...PLAIN, ...MANUAL_USER, workspaces: ON } },
  {
    name: 'table-grants',
    config: { ...keyPair, ...PLAIN, ...MANUAL_USER },
    options: { tableGrantsRolePrefix: 'GRANTS_' },
  },
  {
    name: 'everything',
    config: { ...password, ...MANUAL_USER },
    options: { tableGrantsRolePrefix: 'GRANTS_' },
  },
  {
    name: 'quoted-names',
    config: {
      ...keyPair,
      ...PLAIN,
      database: '"gov \'quoted\' \\ ""name"""',
      warehouse: '"my-warehouse"',
      username: '"svc@example.com"',
      role: '"lower role"',
      impersonation: { enabled: true, role: '"act; DROP DATABASE x --"' },
    },
  },
];
