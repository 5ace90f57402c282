import { type JsonSchema, optionsOf } from './json-schema.ts';

/**
 * Returns every field of a schema, at every depth and in every alternative, that lacks a title, a description or an
 * example.
 */
export function unexplainedFields(schema: JsonSchema, path = ''): readonly string[] {
  return [...new Set(optionsOf(schema).flatMap((option) => insideOption(option, path)))];
}

function insideOption({ properties = {}, items }: JsonSchema, path: string): readonly string[] {
  return [
    ...Object.entries(properties).flatMap(([name, property]) => {
      const at = path === '' ? name : `${path}.${name}`;
      return [...missingOf(property, at), ...unexplainedFields(property, at)];
    }),
    ...(items ? unexplainedFields(items, `${path}.*`) : []),
  ];
}

function missingOf(property: JsonSchema, path: string): readonly string[] {
  // The fields of an object property have the examples.
  const isLeaf = optionsOf(property).every((option) => !option.properties);
  const missing = [
    ...(isText(property.title) ? [] : ['title']),
    ...(isText(property.description) ? [] : ['description']),
    ...(isLeaf && !(Array.isArray(property.examples) && property.examples.length > 0) ? ['example'] : []),
  ];
  return missing.map((what) => `${path}: no ${what}`);
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}
