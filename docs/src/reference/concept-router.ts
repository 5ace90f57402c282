import type { DeclarationReflection, Reflection } from 'typedoc';
import { ReflectionKind } from 'typedoc';
import { ModuleRouter } from 'typedoc-plugin-markdown';
import { conceptOf } from './split-by-concept.ts';

/** A router that writes the page of a concept into the folder of its package: `@portcullis/core/webhooks.md`. */
export class ConceptRouter extends ModuleRouter {
  override getIdealBaseName(reflection: Reflection): string {
    if (!reflection.kindOf(ReflectionKind.Module)) return super.getIdealBaseName(reflection as DeclarationReflection);
    const concept = conceptOf(reflection);
    return concept ? `${reflection.parent?.name}/${concept.slug}` : reflection.name;
  }
}
