import { refusalCodes } from '../../src/shared/i18n/refusal-codes'
import { words as english } from '../../src/shared/languages/en'
import { messageTexts } from '../../src/shared/messages/message-text'

/** Marks a text as being in the test language: its values stay where they are. */
export const mark = (text: string): string => `⟦${text}⟧`

const marked = (texts: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, mark(text)]))

/**
 * The file of an artificial language: all of English, with every text between marks. Polish provides its plurals, of which
 * some texts get a form that English does not have.
 */
export function markedLanguage(change: (facts: Record<string, Record<string, unknown>>) => void = () => undefined): string {
  const few = { 'sidebar.openApprovals_few': mark('few: {{count}} questions') }
  const tables: Record<string, Record<string, unknown>> = {
    texts: { ...marked(english.texts), ...few },
    messages: { ...marked(messageTexts) },
    refusals: Object.fromEntries(refusalCodes.map((code) => [code, mark(code)])),
    faults: { ...marked(english.faults) },
  }
  change(tables)
  const facts = {
    locale: 'pl-PL',
    shortMonth: 'short',
    money: 'symbol',
    spokenYes: { yes: ['tak|dobrze'], beside: ['proszę'] },
    spokenStop: ['niepatrz'],
    ...tables,
  }
  return [
    "import type { LanguageFile } from '../i18n/language-file'",
    '',
    `export const words: LanguageFile = ${JSON.stringify(facts, null, 2)}`,
  ].join('\n')
}
