/** The part of JSON Schema that the configs of plugins use. */
export interface ConfigNode {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly description?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, ConfigNode>>;
  readonly required?: readonly string[];
  readonly oneOf?: readonly ConfigNode[];
  readonly anyOf?: readonly ConfigNode[];
  /** The mark of `secret()` or `hidden()`. */
  readonly 'x-portcullis-exposure'?: string;
}

/** One field of a config, in all its variants. */
export interface ConfigRow {
  readonly path: string;
  readonly values: string;
  /** The condition under which it is required: `always`, `no`, or with certain variants. */
  readonly needed: string;
  readonly default: string;
  /** `secret` or `hidden`; undefined for fields that responses show. */
  readonly exposure: string;
  readonly description: string;
}

/** The description of a field in one variant of a config. */
interface Mention {
  /** The values that distinguish the variant, such as `okta`. Empty with a single variant. */
  readonly variant: string | undefined;
  readonly node: ConfigNode;
  readonly required: boolean;
}

/** The fields of a config from its JSON Schema, each once, in order of their first occurrence. */
export function configRows(schema: ConfigNode): readonly ConfigRow[] {
  const variants = schema.oneOf ?? schema.anyOf ?? [schema];
  const mentions = new Map<string, Mention[]>();
  for (const variant of variants) {
    const name = variants.length > 1 ? nameOf(variant) : undefined;
    collect(variant, '', true, (path, node, required) => {
      mentions.set(path, [...(mentions.get(path) ?? []), { variant: name, node, required }]);
    });
  }
  return [...mentions].map(([path, each]) => toRow(path, each, variants.length));
}

type Visit = (path: string, node: ConfigNode, required: boolean) => void;

function collect(node: ConfigNode, prefix: string, required: boolean, visit: Visit): void {
  for (const [name, member] of Object.entries(node.properties ?? {})) {
    const path = prefix === '' ? name : `${prefix}.${name}`;
    const needed = required && (node.required?.includes(name) ?? false);
    if (member.properties) collect(member, path, needed, visit);
    else visit(path, member, needed);
  }
}

function nameOf({ properties = {} }: ConfigNode): string {
  const constants = Object.values(properties).flatMap((each) => (each.const === undefined ? [] : [each.const]));
  return constants.map((each) => `\`${each}\``).join(', ');
}

function toRow(path: string, mentions: readonly Mention[], variants: number): ConfigRow {
  const [first] = mentions.map(({ node }) => node);
  const isConstant = first?.const !== undefined;
  return {
    path,
    values: isConstant ? distinct(mentions.map(({ node }) => `\`${node.const}\``)).join(', ') : valuesOf(first ?? {}),
    needed: neededOf(mentions, variants),
    default: distinct(mentions.map(({ node }) => (node.default === undefined ? '' : code(node.default)))).join(', '),
    exposure: first?.['x-portcullis-exposure'] ?? '',
    description: isConstant && mentions.length > 1 ? descriptionsOf(mentions) : (first?.description ?? ''),
  };
}

function neededOf(mentions: readonly Mention[], variants: number): string {
  const requiring = mentions.filter(({ required }) => required);
  const named = (list: readonly Mention[]) => distinct(list.map(({ variant = '' }) => variant)).join(', ');
  if (requiring.length === variants) return 'always';
  if (requiring.length > 0) return `with ${named(requiring)}`;
  return mentions.length === variants ? 'no' : `no; only with ${named(mentions)}`;
}

function valuesOf(node: ConfigNode): string {
  const options = node.anyOf ?? node.oneOf;
  if (options) return distinct(options.map(valuesOf)).join(', ');
  if (node.enum) return node.enum.map(code).join(', ');
  const { minimum, maximum = Number.MAX_SAFE_INTEGER } = node;
  const isRange = node.type === 'integer' && minimum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
  return isRange ? `${minimum} to ${maximum}` : (node.type ?? 'any');
}

function descriptionsOf(mentions: readonly Mention[]): string {
  return mentions.map(({ node }) => `\`${node.const}\`: ${node.description}`).join(' ');
}

function code(value: unknown): string {
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}

function distinct(values: readonly string[]): readonly string[] {
  return [...new Set(values)].filter((value) => value !== '');
}
