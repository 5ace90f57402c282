/** The codes of {@link CreatePluginError}. */
export type CreatePluginErrorCode =
  | 'ARGUMENTS_INVALID'
  | 'NAME_INVALID'
  | 'NAME_TAKEN'
  | 'PACKAGE_NAME_INVALID'
  | 'PACKAGE_NAME_TAKEN'
  | 'AUTH_INVALID'
  | 'FOLDER_NOT_EMPTY';

/** The error for a plugin that cannot be created. `message` states the problem, `help` the remedy. */
export class CreatePluginError extends Error {
  override readonly name = 'CreatePluginError';
  readonly code: CreatePluginErrorCode;
  readonly help: string;

  constructor({ code, message, help }: { code: CreatePluginErrorCode; message: string; help: string }) {
    super(message);
    this.code = code;
    this.help = help;
  }
}
