import { CreatePluginError, createPlugin } from '@portcullis/create-plugin';

export function scaffold(folder: string): readonly string[] {
  try {
    return createPlugin({ name: 'Light House', kind: 'rest', auth: ['token'] }, folder);
  } catch (error) {
    if (error instanceof CreatePluginError) console.error(`${error.message} ${error.help}`);
    throw error;
  }
}
