import { createContext, type ReactNode, useContext } from 'react'
import type { Translator } from './translate'

const WordsContext = createContext<Translator | null>(null)

/** Gives everything below the words of one language; a new translator redraws it. */
export function WordsProvider({ translator, children }: { readonly translator: Translator; readonly children: ReactNode }) {
  return <WordsContext.Provider value={translator}>{children}</WordsContext.Provider>
}

/** The translator in force. */
export function useWords(): Translator {
  const translator = useContext(WordsContext)
  if (translator === null) throw new Error('useWords needs a WordsProvider above it')
  return translator
}
