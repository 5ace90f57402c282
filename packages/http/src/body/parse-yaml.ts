import { JSON_SCHEMA, loadAll, YAMLException } from 'js-yaml';
import { malformedBody } from './body-error.ts';
import { checkShape, MAX_DEPTH } from './check-shape.ts';

/** Maximum number of aliases in a document. */
const MAX_ALIASES = 20;

/**
 * Parses the YAML document of a body: scalars of the JSON schema, no custom tags, no merge keys, few aliases, no duplicate keys.
 *
 * @internal The command line reads its files with it.
 * @returns undefined for a text without a document.
 * @throws ServiceError `BODY_INVALID` with the line and column, if the parser knows them.
 */
export function parseYaml(text: string): unknown {
  const documents = load(text);
  if (documents.length > 1) throw malformedBody('YAML', 'there is more than one document');
  // An alias can make an object contain itself.
  checkShape(documents[0]);
  return documents[0];
}

function load(text: string): readonly unknown[] {
  try {
    return loadAll(text, { schema: JSON_SCHEMA, maxAliases: MAX_ALIASES, maxDepth: MAX_DEPTH });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw malformedBody('YAML', 'it cannot be parsed');
    const { reason, mark } = error;
    throw malformedBody(
      'YAML',
      withoutQuotation(reason),
      mark ? { line: mark.line + 1, column: mark.column + 1 } : undefined,
    );
  }
}

/** The parser quotes aliases and tags. A secret without quotes is one if it begins with an asterisk or an exclamation mark. */
function withoutQuotation(reason: string): string {
  return reason.split(/ "| !<|: /, 1).join();
}
