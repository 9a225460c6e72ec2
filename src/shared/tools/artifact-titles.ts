import type { Translator } from '../i18n/translator'
import { makeVisible } from '../text/make-visible'
import type { TitleOf } from './define-tool'

/** Kept results as a question speaks of them: by their titles, and by the name that the model gave where nothing is known by it. */
export function artifactTitles(names: readonly string[], i18n: Translator, titleOf: TitleOf): string {
  return names
    .map((name) => {
      const title = titleOf(name)
      return title === null ? makeVisible(name) : i18n.t('call.artifact.titled', { title: makeVisible(title) })
    })
    .join(', ')
}
