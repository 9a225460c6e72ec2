import type { Translator } from '../i18n/translator'
import { assertNever } from '../lib/assert-never'
import { makeVisible } from '../text/make-visible'
import type { CopiedText } from './copied-text'

/** Says that an argument contains text that somebody else may have written, for the user who is asked about it. */
export function copiedNote({ argument: key, source }: CopiedText, i18n: Translator): string {
  const argument = makeVisible(key)
  switch (source.kind) {
    case 'server':
      return i18n.t('card.copied.server', { argument, name: source.name })
    case 'file':
    case 'clipboard':
    case 'table':
      return i18n.t(`card.copied.${source.kind}`, { argument })
    case 'sight':
      return i18n.t('card.copied.sight')
    default:
      return assertNever(source, 'source of a text')
  }
}
