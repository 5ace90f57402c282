import { type ParseResult, parseSync, Visitor } from 'oxc-parser';

/** A module that a source file names, in an import, a re-export, an `import()` or a type. */
export interface ModuleReference {
  readonly specifier: string;
  /** `type` has no effect at run time, `static` loads with the file, `dynamic` loads on demand. */
  readonly kind: 'type' | 'static' | 'dynamic';
  /** The imported names, if the reference has any. */
  readonly names: readonly string[];
}

/** The properties of a source file that the architecture rules check. */
export interface SourceFile {
  /** From the root of the repository, with forward slashes. */
  readonly path: string;
  readonly isTest: boolean;
  readonly references: readonly ModuleReference[];
  /** The modules of `export * from` and `export * as x from`. */
  readonly starExports: readonly string[];
  /** The text with blank comments, so that rules inspect only code. */
  readonly code: string;
}

/**
 * Reads a source file without resolving its imports.
 *
 * @throws if the text is not TypeScript, because its imports would be missed.
 */
export function parseSourceFile(path: string, text: string): SourceFile {
  const parsed = parseSync(path, text);
  if (parsed.errors[0]) throw new Error(`${path} cannot be parsed: ${parsed.errors[0].message}`);
  return {
    path,
    isTest: path.endsWith('.test.ts') || path.includes('/tests/'),
    references: [...imports(parsed, text), ...reexports(parsed, text), ...expressions(parsed, text)],
    starExports: exportEntries(parsed)
      .filter(({ entry }) => entry.importName.kind === 'All' || entry.importName.kind === 'AllButDefault')
      .map(({ specifier }) => specifier),
    code: withoutComments(parsed, text),
  };
}

/** Only `import type` and `export type` are removed: `import { type A }` still loads the module. */
function kindOf(statement: string): 'type' | 'static' {
  return /^(import|export)\s+type\b/.test(statement) ? 'type' : 'static';
}

function imports(parsed: ParseResult, text: string): ModuleReference[] {
  return parsed.module.staticImports.map((statement) => ({
    specifier: statement.moduleRequest.value,
    kind: kindOf(text.slice(statement.start, statement.end)),
    names: statement.entries.flatMap((entry) => entry.importName.name ?? []),
  }));
}

function exportEntries(parsed: ParseResult) {
  return parsed.module.staticExports.flatMap((statement) =>
    statement.entries.flatMap((entry) =>
      entry.moduleRequest ? { statement, entry, specifier: entry.moduleRequest.value } : [],
    ),
  );
}

function reexports(parsed: ParseResult, text: string): ModuleReference[] {
  return exportEntries(parsed).map(({ statement, entry, specifier }) => ({
    specifier,
    kind: kindOf(text.slice(statement.start, statement.end)),
    names: entry.importName.name ? [entry.importName.name] : [],
  }));
}

function expressions(parsed: ParseResult, text: string): ModuleReference[] {
  const references: ModuleReference[] = [];
  for (const { moduleRequest } of parsed.module.dynamicImports) {
    const literal = /^(['"`])([^'"`$]*)\1$/.exec(text.slice(moduleRequest.start, moduleRequest.end));
    if (literal?.[2]) references.push({ specifier: literal[2], kind: 'dynamic', names: [] });
  }
  new Visitor({
    TSImportType: (node) => references.push({ specifier: node.source.value, kind: 'type', names: [] }),
  }).visit(parsed.program);
  return references;
}

function withoutComments(parsed: ParseResult, text: string): string {
  return parsed.comments.reduce(
    (code, { start, end }) => code.slice(0, start) + ' '.repeat(end - start) + code.slice(end),
    text,
  );
}
