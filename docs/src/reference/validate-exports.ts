import type { Application, ProjectReflection } from 'typedoc';

/**
 * Types that exported signatures refer to but that are deliberately not exported: intermediate types of an exported type,
 * which readers look up instead.
 */
const INTERMEDIATE_TYPES: Readonly<Record<string, readonly string[]>> = {
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

/** A generated package: the OpenAPI document describes the types of its arguments and responses. */
const GENERATED = '@portcullis/client';

/** Validations that have already run. */
const NO_OTHER_VALIDATION = { invalidLink: false, invalidPath: false, notDocumented: false, rewrittenLink: false };

/**
 * Finds types that exported signatures refer to and that cannot be imported. Typedoc checks only the package of its current
 * folder, here that of the site, which exports nothing. Therefore the function sets each package in turn as the current one.
 */
export function validateExports(application: Application, project: ProjectReflection): void {
  const { packageName } = project;
  const { options } = application;
  options.setValue('validation', { ...NO_OTHER_VALIDATION, notExported: true });
  for (const each of options.getValue('packagesRequiringDocumentation')) {
    if (each === GENERATED) continue;
    project.packageName = each;
    options.setValue('intentionallyNotExported', [...(INTERMEDIATE_TYPES[each] ?? [])]);
    application.validate(project);
  }
  project.packageName = packageName;
}
