import { isCancel, multiselect, select, text } from '@clack/prompts';
import { isPublished } from './is-published.ts';
import type { Option, Terminal } from './terminal.ts';

/** Creates the terminal of this process. */
export function createTerminal(): Terminal {
  const { stdin, stdout, stderr, env } = process;
  return {
    out: (line) => void stdout.write(line),
    note: (line) => void stderr.write(line),
    interactive: stdin.isTTY === true && stdout.isTTY === true,
    folder: process.cwd(),
    // Package managers identify themselves: "npm/11.0.0 node/v24.0.0 linux x64".
    packageManager: /^(pnpm|yarn)\//.exec(env.npm_config_user_agent ?? '')?.[1] ?? 'npm',
    async text({ message, initial, check }) {
      const response = await text({
        message,
        ...(initial === undefined ? {} : { placeholder: initial, defaultValue: initial }),
        validate: (value) => check(value || initial || ''),
      });
      return isCancel(response) ? undefined : response;
    },
    async choose(message, options) {
      const response = await select<string>({ message, options: listed(options) });
      return isCancel(response) ? undefined : options.find(({ value }) => value === response)?.value;
    },
    async chooseSome(message, options) {
      const initialValues = options.slice(0, 1).map(({ value }) => value);
      const response = await multiselect<string>({ message, options: listed(options), initialValues, required: true });
      if (isCancel(response)) return undefined;
      return options.map(({ value }) => value).filter((value) => response.includes(value));
    },
    isPublished,
  };
}

function listed(options: readonly Option<string>[]) {
  return options.map(({ value, title, hint }) => ({ value, label: title, hint }));
}
