import {
  type Application,
  Comment,
  type Context,
  Converter,
  DeclarationReflection,
  type ProjectReflection,
  ReflectionGroup,
  ReflectionKind,
} from 'typedoc';
import { CONCEPTS, type Concept, type ConceptTable } from './concepts.ts';

/** The concepts of the modules that `splitByConcept` has created. */
const conceptOfModule = new WeakMap<object, Concept>();

/** Returns the concept of a module, `undefined` for the module of an entry point. */
export const conceptOf = (module: object): Concept | undefined => conceptOfModule.get(module);

/** Splits long modules into one module for each concept. */
export function splitByConcept(application: Application): void {
  application.converter.on(
    Converter.EVENT_RESOLVE_END,
    ({ project }: Context) => {
      for (const module of project.children ?? []) {
        const table = CONCEPTS.get(module.name);
        if (table) split(project, module, table);
      }
    },
    // After typedoc has resolved links (-300), whose targets it looks up in the module of an entry point.
    -400,
  );
}

function split(project: ProjectReflection, module: DeclarationReflection, table: ConceptTable): void {
  const pages = table.concepts.map((concept) => createPage(project, module, concept));
  const unassigned: string[] = [];
  for (const child of module.children ?? []) {
    const address = addressOf(project, child);
    if (address === undefined || table.start.test(address)) continue;
    const page = pages.find((each) => conceptOf(each)?.exports.test(address));
    if (page) {
      child.parent = page;
      page.addChild(child);
    } else unassigned.push(address);
  }
  if (unassigned.length > 0)
    throw new Error(`No concept in ${TABLE} of ${module.name} contains ${unassigned.join(', ')}.`);
  for (const page of pages) {
    if (!page.children) throw new Error(`The concept "${page.name}" in ${TABLE} of ${module.name} has no export.`);
    page.groups = groupsOf(module, page);
  }
  const list = new ReflectionGroup('By concept', module);
  list.children = pages;
  module.groups = [list, ...groupsOf(module, module)];
  module.children = [...pages, ...(module.children ?? []).filter(({ parent }) => parent === module)];
  module.childrenIncludingDocuments = module.children;
}

const TABLE = 'docs/src/reference/concepts.ts';

/** Returns the file and the name of an export; undefined for a re-export of another module. */
function addressOf(project: ProjectReflection, reflection: DeclarationReflection): string | undefined {
  if (reflection.isReference()) return undefined;
  const id = project.getSymbolIdFromReflection(reflection);
  return id && `${id.packagePath.replace(/^src\//, '')}#${reflection.name}`;
}

function createPage(
  project: ProjectReflection,
  module: DeclarationReflection,
  concept: Concept,
): DeclarationReflection {
  const page = new DeclarationReflection(concept.title, ReflectionKind.Module, module);
  page.comment = new Comment([{ kind: 'text', text: `${concept.summary} Import from \`${module.name}\`.` }]);
  project.registerReflection(page, undefined, undefined);
  conceptOfModule.set(page, concept);
  return page;
}

/** Returns the groups of a module, such as "Interfaces", with only the exports of a page. */
function groupsOf(module: DeclarationReflection, page: DeclarationReflection): ReflectionGroup[] {
  return (module.groups ?? []).flatMap(({ title, children }) => {
    const group = new ReflectionGroup(title, page);
    group.children = children.filter(({ parent }) => parent === page);
    return group.children.length > 0 ? [group] : [];
  });
}
