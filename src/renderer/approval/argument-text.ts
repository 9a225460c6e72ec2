import type { JsonValue } from '../../shared/lib/json'
import { makeVisible } from '../../shared/text/make-visible'
import { numberText } from './number-text'

/** One argument as a card shows it: the key as sent, the value as text, and whether hidden characters were written out. */
export interface ArgumentText {
  readonly key: string
  readonly value: string
  /** Structured values and numbers stand in code letters or tabular digits. */
  readonly kind: 'text' | 'number' | 'code'
  readonly hasHidden: boolean
}

/** The whole argument list in the order it was sent. Nothing is shortened, formatted or read as markup. */
export function argumentTexts(input: { readonly [key: string]: JsonValue }): readonly ArgumentText[] {
  return Object.entries(input).map(([key, value]) => {
    const { text, kind } = written(value)
    const shownKey = makeVisible(key)
    const shownValue = visibleLines(text)
    return { key: shownKey, value: shownValue, kind, hasHidden: shownKey !== key || shownValue !== text }
  })
}

function written(value: JsonValue): { readonly text: string; readonly kind: ArgumentText['kind'] } {
  if (typeof value === 'string') return { text: value, kind: 'text' }
  if (typeof value === 'number') return { text: numberText(value), kind: 'number' }
  if (typeof value === 'boolean' || value === null) return { text: String(value), kind: 'code' }
  return { text: JSON.stringify(value, null, 2), kind: 'code' }
}

/** Line breaks stay line breaks: they can be seen. */
function visibleLines(text: string): string {
  return text.split('\n').map(makeVisible).join('\n')
}
