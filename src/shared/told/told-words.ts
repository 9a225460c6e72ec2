import type { Translator } from '../words/translator'
import { filled, type ToldCode, toldTexts } from './tell'

/** A text of Parley, taken apart again. */
export interface ToldParts {
  readonly code: ToldCode
  readonly values: Readonly<Record<string, string>>
}

interface Pattern {
  readonly code: ToldCode
  readonly expression: RegExp
  /** how many of its characters are its own: what fits best says most itself */
  readonly weight: number
}

const patterns: readonly Pattern[] = codes()
  .map((code) => {
    const en = toldTexts[code]
    const source = en.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>[\\s\\S]*)')
    return { code, expression: new RegExp(`^${source}$`, 'u'), weight: en.replace(/\{\w+\}/g, '').length }
  })
  .sort((one, other) => other.weight - one.weight)

/** Finds the code and the values of a text that `tell` made; null for any other text. */
export function toldParts(text: string): ToldParts | null {
  for (const { code, expression } of patterns) {
    const found = expression.exec(text)
    if (found !== null) return { code, values: { ...found.groups } }
  }
  return null
}

/** A text of Parley in the language of the user, its values too where they are such texts; any other text as it is. */
export function toldWords(text: string, words: Translator): string {
  if (words.told === undefined) return text
  const told = toldParts(text)
  if (told === null) return problemWords(text, words)
  const values = Object.fromEntries(Object.entries(told.values).map(([name, value]) => [name, toldWords(value, words)]))
  return filled(words.told[told.code], values)
}

/** Problems of arguments stand in a row, each after the name of its argument. */
function problemWords(text: string, words: Translator): string {
  const parts = text.split('; ').map((part) => {
    const [, name = '', problem = part] = /^([\w.]+): ([\s\S]+)$/u.exec(part) ?? []
    if (toldParts(problem) === null) return null
    const said = toldWords(problem, words)
    return name === '' ? said : words.say('list.ofArgument', { name, problem: said })
  })
  return parts.includes(null) ? text : parts.join(words.say('list.problems'))
}

function codes(): readonly ToldCode[] {
  return Object.keys(toldTexts).filter((code): code is ToldCode => code in toldTexts)
}
