import type { Translator } from '../i18n/translator'
import { makeVisible } from '../text/make-visible'
import type { TitleOf } from './define-tool'

/** Names of stored results in approvals: their titles, or the name that the model gave if there is no such result. */
export function artifactTitles(names: readonly string[], i18n: Translator, titleOf: TitleOf): string {
  return names
    .map((name) => {
      const title = titleOf(name)
      return title === null ? makeVisible(name) : i18n.t('call.artifact.titled', { title: makeVisible(title) })
    })
    .join(', ')
}
