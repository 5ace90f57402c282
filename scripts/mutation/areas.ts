/** A part of the sources whose tests are measured. */
export interface Area {
  /** The folder of the package, from the root of the repository. */
  readonly folder: string;
  /** Patterns of the files, relative to that folder. */
  readonly files: readonly string[];
}

/** The areas, by the name in `--area` and in the tables. */
export const AREAS: Readonly<Record<string, Area>> = {
  lifecycle: {
    folder: 'packages/core',
    files: ['src/integrations/{lifecycle,state}/**/*.ts'],
  },
  validation: {
    folder: 'packages/core',
    files: ['src/integrations/validation/**/*.ts'],
  },
  changes: {
    folder: 'packages/core',
    files: ['src/changes/**/*.ts'],
  },
  delivery: {
    folder: 'packages/core',
    files: ['src/delivery/{attempt,breaker,dispatcher,endpoint-queues,publish}/**/*.ts'],
  },
  security: {
    folder: 'packages/core',
    files: ['src/security/**/*.ts'],
  },
  'plugin-api': {
    folder: 'packages/plugin-api',
    files: ['src/**/*.ts'],
  },
};
