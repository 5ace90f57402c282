import { Comment, type DeclarationReflection, type ProjectReflection, ReflectionKind } from 'typedoc';
import { conceptOf } from './split-by-concept.ts';

/** A page of the API reference. */
export interface ReferencePage {
  /** The package, such as `@portcullis/core`. */
  readonly package: string;
  /** The import name of an entry point, or the title of a concept. */
  readonly title: string;
  /** One sentence on its exports. */
  readonly summary: string;
  /** The path in `reference/api`. */
  readonly path: string;
  /** The names, each with its path and anchor. */
  readonly exports: readonly { readonly name: string; readonly address: string }[];
}

/** Returns every page of the reference with its exports, in the order of the entry points and the concepts. */
export function listPages(
  project: ProjectReflection,
  urlOf: (reflection: DeclarationReflection) => string,
): ReferencePage[] {
  const pageOf = (module: DeclarationReflection): ReferencePage[] => {
    const children = module.children ?? [];
    const exports = children.filter((child) => !child.kindOf(ReflectionKind.Module) && !child.isReference());
    const own: ReferencePage = {
      package: (conceptOf(module) ? (module.parent?.name ?? '') : module.name).split('/', 2).join('/'),
      title: module.name,
      summary: conceptOf(module)?.summary ?? firstSentence(module),
      path: urlOf(module),
      exports: exports.map((each) => ({ name: each.name, address: urlOf(each) })),
    };
    return [own, ...children.filter((child) => child.kindOf(ReflectionKind.Module)).flatMap(pageOf)];
  };
  return (project.children ?? []).flatMap(pageOf);
}

function firstSentence({ comment }: DeclarationReflection): string {
  const text = Comment.combineDisplayParts(comment?.summary)
    .replaceAll(/\{@link (\w+)\}/g, '`$1`')
    .replaceAll(/\s+/g, ' ');
  return /^.+?\.(?= |$)/.exec(text)?.[0] ?? text;
}
