import { type Application, type Context, Converter, type DeclarationReflection, ReflectionKind } from 'typedoc';
import { isSatisfiesExpression, isVariableDeclaration } from 'typescript';

/** Tables whose rows are documented on a page. Their literal types would repeat that page. */
const PAGES: ReadonlyMap<string, string> = new Map([
  ['CATALOGUE', '/reference/kinds'],
  ['ERROR_CODES', '/reference/errors'],
]);

/** Replaces the literal type of a long table by the type that it satisfies, with a link to the page of its rows. */
export function shortenTables(application: Application): void {
  application.converter.on(Converter.EVENT_CREATE_DECLARATION, shorten);
}

function shorten(context: Context, reflection: DeclarationReflection): void {
  const page = PAGES.get(reflection.name);
  if (page === undefined || !reflection.kindOf(ReflectionKind.Variable)) return;
  const node = context.getSymbolFromReflection(reflection)?.declarations?.[0];
  if (!node || !isVariableDeclaration(node) || !node.initializer || !isSatisfiesExpression(node.initializer)) {
    throw new Error(
      `${reflection.name} is not a table that satisfies a type: see docs/src/reference/shorten-tables.ts.`,
    );
  }
  context.project.removeTypeReflections(reflection.type);
  reflection.type = context.converter.convertType(context.withScope(reflection), node.initializer.type);
  reflection.comment?.summary.push({ kind: 'text', text: ` [All rows](${page}).` });
}
