import type { JsonValue } from '../../shared/lib/json'
import { makeVisible } from '../../shared/text/make-visible'
import { numberText } from './number-text'

/** One argument as a card shows it: the key as sent, the value as text, and whether it had hidden characters. */
export interface ArgumentText {
  readonly key: string
  readonly value: string
  /** The style: code for structured values, tabular digits for numbers. */
  readonly kind: 'text' | 'number' | 'code'
  readonly hasHidden: boolean
}

/** All arguments in the order of the call. Values are not shortened, formatted or read as markup. */
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
  return { text: isShortList(value) ? oneLine(value) : JSON.stringify(value, null, 2), kind: 'code' }
}

/** The most characters of a list that stays on one line. */
const ONE_LINE = 60

function isShortList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value) && value.every((one) => typeof one !== 'object' || one === null) && oneLine(value).length <= ONE_LINE
}

function oneLine(list: readonly JsonValue[]): string {
  return `[${list.map((one) => JSON.stringify(one)).join(', ')}]`
}

/** Line breaks stay, because they are visible. */
function visibleLines(text: string): string {
  return text.split('\n').map(makeVisible).join('\n')
}

const PIECE = 400
const PIECES = new RegExp(`[^]{1,${PIECE}}[\\p{M}\\p{Emoji_Modifier}]*`, 'gu')

/**
 * Cuts a long text without splitting characters; joined, the pieces are the text. The time a browser needs to break a
 * run without spaces into lines grows with the square of its length: a hundred thousand letters block the window for
 * half a minute, in pieces for less than a second.
 */
export function inPieces(text: string): readonly string[] {
  return text.length <= PIECE ? [text] : (text.match(PIECES) ?? [text])
}

/** Whether an input must not wrap this text, for the same reason. */
export function isUnbroken(text: string): boolean {
  return /\S{4000}/.test(text)
}

const EXCERPT = 2000
const BEFORE = 100

/**
 * A text with its hidden characters made visible; of a long one, the part around the first of them. Null if there are
 * none.
 */
export function hiddenExcerpt(text: string): string | null {
  const visible = visibleLines(text)
  if (visible === text) return null
  if (visible.length <= EXCERPT) return visible
  let first = 0
  while (text[first] === visible[first]) first += 1
  const from = Math.max(0, first - BEFORE)
  return `${from > 0 ? '…' : ''}${visible.slice(from, from + EXCERPT)}${from + EXCERPT < visible.length ? '…' : ''}`
}
