import { SAMPLES } from '../../src/samples.ts';

const [everything = {}] = SAMPLES;
const OFF = { enabled: false };

/** A golden script: a config, and its name. */
export interface ReviewedConfig {
  readonly name: string;
  readonly config: Readonly<Record<string, unknown>>;
}

/** The configs for review: a minimal one, one with all fields, and names and delimiters that need quotes. */
export const REVIEWED: readonly ReviewedConfig[] = [
  { name: 'base', config: { ...everything, impersonation: OFF, username: 'governance_service' } },
  { name: 'everything', config: { ...everything, username: 'governance_service' } },
  {
    name: 'hostile-names',
    config: {
      ...everything,
      database: "pool'); DROP TABLE t; --",
      schema: "gov ]'quoted' \\ name",
      username: "o'brien]; --",
      metadataDelimiters: { hashDelimiter: "'|", hashKeyDelimiter: ']:', arrayDelimiter: '--' },
      impersonation: { enabled: true, role: "act's ]as; GO" },
    },
  },
];
