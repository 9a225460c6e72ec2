import { useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { firstLanguage } from '../../shared/i18n/languages'
import { textSizes } from '../../shared/ipc/appearance-choices'
import type { Settings } from '../../shared/ipc/schemas'
import { isLanguageLoaded, loadLanguage } from '../i18n/languages'
import { createTranslator, type Translator } from '../i18n/translate'
import { useApp } from '../state/context'
import { languageOf } from '../state/selectors'
import { useMedia } from './use-media'

type Look = Pick<Settings, 'theme' | 'textSize' | 'contrast' | 'motion'>

/**
 * Applies theme, language, text size, contrast and motion to the document at every change, and returns the translator.
 */
export function useAppearance(): Translator {
  return useLook(
    useApp((state) => state.settings),
    useApp(languageOf),
  )
}

/** The same for a window that only knows the appearance settings. */
export function useLook({ theme, textSize, contrast, motion }: Look, wanted: string): Translator {
  const language = useLoadedLanguage(wanted)
  const i18n = useMemo(() => createTranslator(language), [language])
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
  return i18n
}

/** The page's current translator. */
export function pageTranslator(): Translator {
  return createTranslator(document.documentElement.lang)
}

/** The chosen language; until its texts are loaded, the previous one. */
function useLoadedLanguage(wanted: string): string {
  const [language, setLanguage] = useState(() => (isLanguageLoaded(wanted) ? wanted : firstLanguage))
  if (language !== wanted && isLanguageLoaded(wanted)) setLanguage(wanted)
  useEffect(() => {
    if (isLanguageLoaded(wanted)) return
    let current = true
    void loadLanguage(wanted).then((isThere) => {
      if (current && isThere) setLanguage(wanted)
    })
    return () => {
      current = false
    }
  }, [wanted])
  return language
}

function mark(dataset: DOMStringMap, name: string, is: boolean): void {
  if (is) dataset[name] = ''
  else delete dataset[name]
}
