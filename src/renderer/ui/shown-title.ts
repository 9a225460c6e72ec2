import { makeDirectionVisible } from '../../shared/text/make-visible'
import type { Translator } from '../i18n/translate'

/** The title of a conversation as it is drawn: one without a title is a new conversation, and none turns the words beside it around. */
export function shownTitle(title: string, i18n: Translator): string {
  return title === '' ? i18n.t('app.newConversation') : makeDirectionVisible(title)
}
