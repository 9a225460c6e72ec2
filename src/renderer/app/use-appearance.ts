import { useLayoutEffect, useMemo } from 'react'
import { textSizes } from '../../shared/ipc/appearance-choices'
import { createTranslator, type Translator } from '../i18n/translate'
import { useApp } from '../state/context'
import { languageOf } from '../state/selectors'
import { useMedia } from './use-media'

/** Puts theme, language, size, contrast and motion on the document, at once when they change, and gives the words. */
export function useAppearance(): Translator {
  const { theme, textSize, contrast, motion } = useApp((state) => state.settings)
  const language = useApp(languageOf)
  const words = useMemo(() => createTranslator(language), [language])
  const systemContrast = useMedia('(prefers-contrast: more)')
  const systemCalm = useMedia('(prefers-reduced-motion: reduce)')
  useLayoutEffect(() => {
    const { dataset, style } = document.documentElement
    if (theme === 'system') delete dataset.theme
    else dataset.theme = theme
    mark(dataset, 'contrast', contrast === 'more' || systemContrast)
    mark(dataset, 'calm', motion === 'less' || systemCalm)
    style.fontSize = textSize === 'normal' ? '' : `${textSizes[textSize]}%`
  }, [theme, textSize, contrast, motion, systemContrast, systemCalm])
  useLayoutEffect(() => {
    document.documentElement.lang = language
  }, [language])
  return words
}

function mark(dataset: DOMStringMap, name: string, is: boolean): void {
  if (is) dataset[name] = ''
  else delete dataset[name]
}
