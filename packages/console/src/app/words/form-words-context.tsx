import type { IntegrationType } from '@portcullis/client';
import { type ComponentChildren, createContext } from 'preact';
import { useContext, useMemo } from 'preact/hooks';
import { fieldTitles } from './field-titles.ts';
import { type FieldTitles, formWords } from './form-words.ts';

const TitlesContext = createContext<FieldTitles>(new Map());

interface FormWordsOfProps {
  /** Undefined as long as it is unknown. */
  readonly type: IntegrationType | undefined;
  readonly children: ComponentChildren;
}

/** Gives everything inside the titles of the fields of a type. */
export function FormWordsOf({ type, children }: FormWordsOfProps) {
  const titles = useMemo(() => (type ? fieldTitles(type) : new Map()), [type]);
  return <TitlesContext.Provider value={titles}>{children}</TitlesContext.Provider>;
}

/** Returns the function that puts a text of the service into the words of the console. */
export function useFormWords(): (text: string) => string {
  const titles = useContext(TitlesContext);
  return (text) => formWords(text, titles);
}

/** Returns the function that returns the title of a field for its path, or the path of an unknown field. */
export function useTitles(): (path: string) => string {
  const titles = useContext(TitlesContext);
  return (path) => titles.get(path) ?? path;
}
