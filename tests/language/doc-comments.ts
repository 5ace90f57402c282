import { parseSync } from 'oxc-parser';

/** The first words of a comment that begins with a clause instead of a noun. */
const CLAUSE = /^(?:What|Whatever|Whether|Who|Whoever|Whose|Whom|Those|How|Which)\b/;

/** Returns one line for each doc comment that begins with a clause. */
export function findClauseOpenings(path: string, text: string): readonly string[] {
  return parseSync(path, text)
    .comments.filter(({ type, value }) => type === 'Block' && value.startsWith('*'))
    .map(({ value, start }) => ({ first: value.replace(/^\*+\s*/, '').replace(/^\*\s*/, ''), start }))
    .filter(({ first }) => CLAUSE.test(first))
    .map(({ first, start }) => {
      const line = text.slice(0, start).split('\n').length;
      return `${path}:${line} begins with "${first.split(' ')[0]}": begin with what the thing is, or with "Returns".`;
    });
}
