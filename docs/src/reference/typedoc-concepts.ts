import type { Application } from 'typedoc';
import { ConceptRouter } from './concept-router.ts';
import { shortenTables } from './shorten-tables.ts';
import { splitByConcept } from './split-by-concept.ts';
import { writeIndexes } from './write-indexes.ts';

/** A typedoc plugin that writes a page for each concept of a long package, and lists of all exports. */
export function load(application: Application): void {
  shortenTables(application);
  splitByConcept(application);
  application.renderer.defineRouter('concepts', ConceptRouter);
  writeIndexes(application);
}
