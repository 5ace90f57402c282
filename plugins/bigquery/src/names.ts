/** A rule of the platform for a name, and its message. */
export interface NameRule {
  readonly pattern: RegExp;
  readonly message: string;
}

/**
 * The names of the platform. Sources: Google Cloud documentation, "Creating and managing projects", "Name datasets",
 * "Dataset locations", "Create and manage custom roles", "Create service accounts".
 */
export const NAME_RULES = {
  project: {
    pattern: /^(?:[a-z0-9-]+(?:\.[a-z0-9-]+)+:)?[a-z][a-z0-9-]{4,28}[a-z0-9]$/,
    message: 'A project id has 6 to 30 lower-case letters, digits and hyphens, and begins with a letter.',
  },
  role: {
    pattern: /^[A-Za-z0-9_.]{3,64}$/,
    message:
      'The id of a custom role has 3 to 64 letters, digits, underscores and periods, without "projects/…/roles/".',
  },
  dataset: {
    pattern: /^[A-Za-z0-9_]{1,1024}$/,
    message: 'A dataset id has 1 to 1,024 letters, digits and underscores, without the project.',
  },
  datasetSuffix: {
    pattern: /^_[A-Za-z0-9_]{1,255}$/,
    message: 'The suffix begins with an underscore, followed by 1 to 255 letters, digits and underscores.',
  },
  location: {
    pattern: /^(?:US|EU|[a-z]+-[a-z]+[0-9]+)$/,
    message: 'A location is US, EU or a region such as us-east1.',
  },
  accountId: {
    pattern: /^[a-z][a-z0-9-]{4,28}[a-z0-9]$/,
    message:
      'The id of a service account has 6 to 30 lower-case letters, digits and hyphens, and begins with a letter.',
  },
} as const satisfies Record<string, NameRule>;

/** Returns the domain of the service accounts of a project: `project.example.com` for `example.com:project`. */
export function accountDomain(project: string): string {
  return `${project.split(':').reverse().join('.')}.iam.gserviceaccount.com`;
}
