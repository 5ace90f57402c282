import type { Application, ProjectReflection } from 'typedoc';

/**
 * Types that an exported signature names and that are no export all the same: steps on the way to a type that is one, and that
 * readers look up instead.
 */
const STEPS: Readonly<Record<string, readonly string[]>> = {
  '@portcullis/core': [
    'ColumnValues',
    'Columns',
    'DeclaredWithSchema',
    'IdColumn',
    'METADATA_FIELDS',
    'Nullable',
    'Optional',
    'OtherBaseFields',
    'Required',
    'RequiredColumn',
    'ValueOf',
  ],
  '@portcullis/testing': ['simulatedConfig'],
};

/** Its functions are generated, and so are a hundred types of their arguments and responses, which the OpenAPI document describes. */
const GENERATED = '@portcullis/client';

/** Looked for once already. */
const NOTHING = { invalidLink: false, invalidPath: false, notDocumented: false, rewrittenLink: false };

/**
 * Finds types that an exported signature names and that cannot be imported. Typedoc itself looks for them in one package alone, that of
 * the folder it runs in: the site's, which exports nothing. So it is told to take each package in turn for its own.
 */
export function validateExports(application: Application, project: ProjectReflection): void {
  const { packageName } = project;
  const { options } = application;
  options.setValue('validation', { ...NOTHING, notExported: true });
  for (const each of options.getValue('packagesRequiringDocumentation')) {
    if (each === GENERATED) continue;
    project.packageName = each;
    options.setValue('intentionallyNotExported', [...(STEPS[each] ?? [])]);
    application.validate(project);
  }
  project.packageName = packageName;
}
