import { useEffect, useMemo } from 'react'
import { createTranslator, type Translator } from '../i18n/translate'
import { useApp } from '../state/context'
import { languageOf } from '../state/selectors'

/** Puts theme and language on the document, at once when they change, and gives the words. */
export function useAppearance(): Translator {
  const theme = useApp((state) => state.settings.theme)
  const language = useApp(languageOf)
  const words = useMemo(() => createTranslator(language), [language])
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = theme
  }, [theme])
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  return words
}
