import { matchesGlob, posix } from 'node:path';
import type { ModuleReference, SourceFile } from './source-file.ts';
import type { WorkspacePackage } from './workspace.ts';

interface Layer {
  /** The folders of the packages on this layer. */
  readonly folders: string;
  /** Packages of this workspace that the published code may import. */
  readonly mayImport: readonly string[] | 'anything';
  /** Further packages for tests and devDependencies. */
  readonly inTests?: readonly string[];
  /** Packages of which the layer may import only types. */
  readonly typesOnly?: readonly string[];
  /** The only entry point of a package that the layer may import, by package. */
  readonly entryOf?: Readonly<Record<string, string>>;
}

const contract = '@portcullis/plugin-api';
const network = '@portcullis/plugin-network';
const core = '@portcullis/core';
const http = '@portcullis/http';
const client = '@portcullis/client';
const testing = '@portcullis/testing';

/** Stores and queues load the ports of the core, and nothing else of it. */
const portsAlone = { [core]: '@portcullis/core/ports' };

/** The layers of the repository. Imports only go to lower layers. The first row with a matching folder applies. */
const layers: readonly Layer[] = [
  { folders: 'packages/plugin-api', mayImport: [] },
  { folders: 'packages/plugin-network', mayImport: [contract], inTests: [testing] },
  { folders: 'packages/core', mayImport: [contract], inTests: [testing] },
  { folders: 'packages/http', mayImport: [core], inTests: [contract, testing] },
  { folders: 'packages/store-sql', mayImport: [core], entryOf: portsAlone, inTests: [contract, testing] },
  {
    folders: 'packages/queue-*',
    mayImport: [core],
    entryOf: portsAlone,
    inTests: [contract, testing, '@portcullis/store-sql'],
  },
  { folders: 'packages/opentelemetry', mayImport: [core], inTests: [http, testing] },
  { folders: 'packages/testing', mayImport: [core, contract] },
  { folders: 'packages/create-plugin', mayImport: [], inTests: [contract, network, testing] },
  { folders: 'packages/cli', mayImport: [client, core, http], inTests: [contract, testing] },
  { folders: 'plugins/*', mayImport: [contract, network], inTests: [testing] },
  { folders: 'packages/client', mayImport: [http], inTests: [core, contract, testing], typesOnly: [http] },
  { folders: 'packages/console', mayImport: [client, http], inTests: [core, contract, testing], typesOnly: [http] },
  { folders: '{examples/*,bench,interop,docs}', mayImport: 'anything' },
];

/** Returns the violations of the layers in a package, one sentence each with the remedy. */
export function findForbiddenEdges(workspacePackage: WorkspacePackage): string[] {
  const { folder, manifest, files } = workspacePackage;
  const layer = layers.find(({ folders }) => matchesGlob(folder, folders));
  if (!layer) return [`${folder} has no layer: add it to the table in tests/architecture/import-edges.ts.`];
  return [
    ...findForbiddenDependencies(workspacePackage, layer),
    ...files.flatMap((file) =>
      file.references.flatMap((reference) => explain(reference, file, folder, manifest.name, layer)),
    ),
  ];
}

function findForbiddenDependencies({ folder, manifest }: WorkspacePackage, layer: Layer): string[] {
  const published = { ...manifest.dependencies, ...manifest.peerDependencies, ...manifest.optionalDependencies };
  const refuse = (name: string, inTests: boolean) =>
    allows(layer, name, inTests)
      ? []
      : `${folder}/package.json depends on ${name}: remove it, this layer may use ${listOf(layer, inTests)}.`;
  return [
    ...Object.keys(published).flatMap((name) => refuse(name, false)),
    ...Object.keys(manifest.devDependencies ?? {}).flatMap((name) => refuse(name, true)),
  ];
}

function explain(reference: ModuleReference, file: SourceFile, folder: string, self: string, layer: Layer): string[] {
  const { specifier } = reference;
  if (specifier.startsWith('.')) return explainRelative(specifier, file, folder);
  const name = packageOf(specifier);
  if (name === self) return [];
  if (!allows(layer, name, file.isTest)) {
    return [`${file.path} imports ${specifier}: this layer may import ${listOf(layer, file.isTest)}.`];
  }
  const entry = layer.entryOf?.[name];
  if (entry !== undefined && !file.isTest && specifier !== entry) {
    return [`${file.path} imports ${specifier}: import ${entry}, which loads only the ports.`];
  }
  if (layer.typesOnly?.includes(name) && !file.isTest && reference.kind !== 'type') {
    return [`${file.path} imports ${specifier} at run time: write "import type", this layer knows only its types.`];
  }
  return [];
}

function explainRelative(specifier: string, file: SourceFile, folder: string): string[] {
  const target = posix.join(posix.dirname(file.path), specifier);
  if (!target.startsWith(`${folder}/`)) {
    return [`${file.path} reaches into another package with ${specifier}: import that package by its name.`];
  }
  if (!/\.(ts|json)$/.test(specifier)) {
    return [`${file.path} imports ${specifier}: name the source file with its .ts extension, Node runs it as it is.`];
  }
  return [];
}

function allows(layer: Layer, name: string, inTests: boolean): boolean {
  if (!name.startsWith('@portcullis/') || layer.mayImport === 'anything') return true;
  return layer.mayImport.includes(name) || (inTests && (layer.inTests ?? []).includes(name));
}

function listOf(layer: Layer, inTests: boolean): string {
  const names = [...layer.mayImport, ...(inTests ? (layer.inTests ?? []) : [])];
  return names.length > 0 ? `only ${names.join(', ')}` : 'no package of this workspace';
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
