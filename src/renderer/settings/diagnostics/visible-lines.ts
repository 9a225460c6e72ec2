import { makeVisible } from '../../../shared/text/make-visible'

/** Several lines of text with their ends as they are, and everything else that can't be seen made visible. */
export function visibleLines(text: string): string {
  return text.split('\n').map(makeVisible).join('\n')
}
