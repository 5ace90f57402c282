import { parseSync } from 'oxc-parser';

/** An option: a member of an interface, with its doc comment. */
export interface OptionMember {
  readonly name: string;
  readonly isRequired: boolean;
  /** The type as in the source. */
  readonly type: string;
  readonly description: string;
  /** The text after `@remarks`: the reason to change the option. */
  readonly remarks: string;
  /** The text after `@default`. */
  readonly default: string;
}

/** An interface of a source file. */
export interface OptionInterface {
  readonly name: string;
  readonly extends: readonly string[];
  readonly members: readonly OptionMember[];
}

/** Returns the interfaces that a source file exports, with their doc comments. */
export function readInterfaces(path: string, text: string): readonly OptionInterface[] {
  const { program, comments } = parseSync(path, text);
  const commentBefore = (start: number): string =>
    comments.find(({ type, end }) => type === 'Block' && end <= start && text.slice(end, start).trim() === '')?.value ??
    '';
  return program.body.flatMap((statement) => {
    if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'TSInterfaceDeclaration')
      return [];
    const { id, extends: parents, body } = statement.declaration;
    const members = body.body.flatMap((member) => {
      if (member.type !== 'TSPropertySignature' && member.type !== 'TSMethodSignature') return [];
      const { key, optional, start, end } = member;
      if (key.type !== 'Identifier') return [];
      const type = text.slice(key.end, end).replace(/^\??:? ?/, '');
      return [
        {
          name: key.name,
          isRequired: !optional,
          // An optional option may be undefined, which its type states only for `exactOptionalPropertyTypes`.
          type: oneLine(type).replace(/( \| undefined)?;$/, ''),
          ...parts(commentBefore(start)),
        },
      ];
    });
    return [
      {
        name: id.name,
        extends: parents.map(({ expression }) => text.slice(expression.start, expression.end)),
        members,
      },
    ];
  });
}

/** The parts of a doc comment. */
function parts(comment: string): Pick<OptionMember, 'description' | 'remarks' | 'default'> {
  const text = oneLine(comment.replace(/^\*/, '').replaceAll(/^\s*\* ?/gm, ''));
  const [description = '', ...tags] = text.split(/(?:^|\s)@(?=(?:default|remarks)\b)/);
  const tag = (name: string) =>
    tags
      .find((each) => each.startsWith(name))
      ?.slice(name.length)
      .trim() ?? '';
  return { description: description.trim(), remarks: tag('remarks'), default: tag('default') };
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
