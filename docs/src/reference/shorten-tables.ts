import { type Application, type Context, Converter, type DeclarationReflection, ReflectionKind } from 'typedoc';
import { isSatisfiesExpression, isVariableDeclaration } from 'typescript';

/** Tables whose rows have a page, by that page. Their literal types would be a second and longer copy. */
const PAGES: ReadonlyMap<string, string> = new Map([
  ['CATALOGUE', '/reference/kinds'],
  ['ERROR_CODES', '/reference/errors'],
]);

/** Shows the type that a long table satisfies in place of all its rows, and a link to the page of the rows. */
export function shortenTables(application: Application): void {
  application.converter.on(Converter.EVENT_CREATE_DECLARATION, shorten);
}

function shorten(context: Context, reflection: DeclarationReflection): void {
  const page = PAGES.get(reflection.name);
  if (page === undefined || !reflection.kindOf(ReflectionKind.Variable)) return;
  const node = context.getSymbolFromReflection(reflection)?.declarations?.[0];
  if (!node || !isVariableDeclaration(node) || !node.initializer || !isSatisfiesExpression(node.initializer)) {
    throw new Error(`${reflection.name} is no table that satisfies a type: see docs/src/reference/shorten-tables.ts.`);
  }
  context.project.removeTypeReflections(reflection.type);
  reflection.type = context.converter.convertType(context.withScope(reflection), node.initializer.type);
  reflection.comment?.summary.push({ kind: 'text', text: ` [All rows](${page}).` });
}
