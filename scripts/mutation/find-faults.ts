import { type Node, parseSync } from 'oxc-parser';

/** A small change of a source text that the tests must detect. */
export interface Fault {
  readonly kind: FaultKind;
  /** The offset of the first replaced character. */
  readonly start: number;
  /** The offset after the last replaced character. */
  readonly end: number;
  readonly replacement: string;
}

/** The kinds of faults. */
type FaultKind =
  | 'arguments'
  | 'arithmetic'
  | 'await'
  | 'boolean'
  | 'comparison'
  | 'condition'
  | 'literal'
  | 'logic'
  | 'spread'
  | 'statement';

/** The operators that replace another one, by kind. */
const OPERATORS: Readonly<Record<string, readonly [kind: FaultKind, replacement: string]>> = {
  '<': ['comparison', '<='],
  '<=': ['comparison', '<'],
  '>': ['comparison', '>='],
  '>=': ['comparison', '>'],
  '===': ['comparison', '!=='],
  '!==': ['comparison', '==='],
  '-': ['arithmetic', '+'],
  '*': ['arithmetic', '/'],
  '/': ['arithmetic', '*'],
  '%': ['arithmetic', '*'],
  '&&': ['logic', '||'],
  '||': ['logic', '&&'],
  '??': ['logic', '&&'],
};

/** Nodes of TypeScript that wrap an expression. All other TypeScript nodes are types. */
const WRAPPERS: ReadonlySet<string> = new Set(['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression']);
const SKIPPED: ReadonlySet<string> = new Set([
  'ExportAllDeclaration',
  'ImportDeclaration',
  'TemplateElement',
  'ThrowStatement',
]);

/** A text for the program, not for a user. */
const TOKEN = /^[\w.-]+$/;
const LOGS = /^(?:\w+\.)*(?:logger|console)\./;

/**
 * Returns every possible fault of a source text, in reading order. It excludes types, imports, thrown errors and calls
 * of a logger.
 *
 * @throws Error if the text is not TypeScript.
 */
export function findFaults(path: string, text: string): readonly Fault[] {
  const { program, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path} cannot be parsed: ${errors[0].message}`);
  const faults: Fault[] = [];
  visit(program, undefined, (node, parent) => faults.push(...faultsOf(node, parent, text)));
  return faults.toSorted((left, right) => left.start - right.start || left.end - right.end);
}

function visit(node: Node, parent: Node | undefined, inspect: (node: Node, parent: Node | undefined) => void): void {
  if (SKIPPED.has(node.type) || (node.type.startsWith('TS') && !WRAPPERS.has(node.type))) return;
  inspect(node, parent);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, node, inspect);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'end' in value;
}

function faultsOf(node: Node, parent: Node | undefined, text: string): readonly Fault[] {
  const textOf = ({ start, end }: Node): string => text.slice(start, end);
  const replace = (kind: FaultKind, { start, end }: Node, replacement: string): Fault[] => [
    { kind, start, end, replacement },
  ];
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression': {
      const [kind, operator] = OPERATORS[node.operator] ?? [];
      if (kind === undefined) return [];
      // Next to `??`, the other two operators need parentheses, and vice versa.
      const side = (each: Node): string => (each.type === 'LogicalExpression' ? `(${textOf(each)})` : textOf(each));
      const changed = `${side(node.left as Node)} ${operator} ${side(node.right)}`;
      return replace(kind, node, parent?.type === 'LogicalExpression' ? `(${changed})` : changed);
    }
    case 'IfStatement':
    case 'ConditionalExpression':
      // Comparisons and negations have their own inversion.
      return /^(Binary|Unary)Expression$/.test(node.test.type)
        ? []
        : replace('condition', node.test, `!(${textOf(node.test)})`);
    case 'UnaryExpression':
      return node.operator === '!' ? replace('condition', node, textOf(node.argument)) : [];
    case 'AwaitExpression':
      return replace('await', node, textOf(node.argument));
    case 'SpreadElement':
      return parent?.type === 'CallExpression'
        ? []
        : replace('spread', node, parent?.type === 'ObjectExpression' ? '...{}' : '...[]');
    case 'CallExpression': {
      const [first, second] = node.arguments;
      if (!first || !second || textOf(first) === textOf(second)) return [];
      // Two operands of the same form, because the compiler would refuse different types.
      if (first.type !== second.type || /Spread|Function|Object/.test(first.type)) return [];
      const both = { start: first.start, end: second.end } as Node;
      return replace('arguments', both, `${textOf(second)}, ${textOf(first)}`);
    }
    case 'ExpressionStatement':
      return LOGS.test(textOf(node)) || node.directive ? [] : replace('statement', node, ';');
    case 'ReturnStatement':
      return node.argument ? [] : replace('statement', node, ';');
    case 'Literal':
      return literalFaults(node, parent).map(([kind, replacement]) => ({
        kind,
        start: node.start,
        end: node.end,
        replacement,
      }));
    default:
      return [];
  }
}

function literalFaults(node: Node & { type: 'Literal' }, parent: Node | undefined): readonly [FaultKind, string][] {
  if (typeof node.value === 'boolean') return [['boolean', String(!node.value)]];
  if (typeof node.value === 'number') {
    const isKey = parent?.type === 'Property' && parent.key === node;
    return isKey ? [] : [['literal', String(node.value + 1)]];
  }
  if (typeof node.value !== 'string' || !TOKEN.test(node.value)) return [];
  const isValue = parent?.type === 'Property' ? parent.value === node : parent?.type === 'ArrayExpression';
  return isValue ? [['literal', "''"]] : [];
}
