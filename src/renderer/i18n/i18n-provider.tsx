import { createContext, type ReactNode, useContext } from 'react'
import type { Translator } from './translate'

const WordsContext = createContext<Translator | null>(null)

/** Provides the texts of one language to its children; a new translator re-renders them. */
export function I18nProvider({ translator, children }: { readonly translator: Translator; readonly children: ReactNode }) {
  return <WordsContext.Provider value={translator}>{children}</WordsContext.Provider>
}

/** The current translator. */
export function useI18n(): Translator {
  const translator = useContext(WordsContext)
  if (translator === null) throw new Error('useI18n needs a I18nProvider above it')
  return translator
}
