import { makeVisible } from '../../../shared/text/make-visible'

/** Lines of text with their line ends unchanged and all other invisible characters made visible. */
export function visibleLines(text: string): string {
  return text.split('\n').map(makeVisible).join('\n')
}
