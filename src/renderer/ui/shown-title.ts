import { makeDirectionVisible } from '../../shared/text/make-visible'
import type { Translator } from '../i18n/translate'

/** The visible title of a conversation: a default for one without a title; direction characters are made visible. */
export function shownTitle(title: string, i18n: Translator): string {
  return title === '' ? i18n.t('app.newConversation') : makeDirectionVisible(title)
}
