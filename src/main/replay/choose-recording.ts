import type { Expectation, Fixture } from '../../shared/fixtures/fixture'
import { z } from '../../shared/lib/zod'
import { inEveryLanguage, translatorFor } from '../lib/translations'

/** The recording whose prompt this text is, ignoring case and punctuation; recordings in the language of the text take precedence. */
export function promptedFixture(fixtures: readonly Fixture[], text: string): Fixture | undefined {
  const words = plain(text)
  const prompted = fixtures.filter(({ prompt }) => Object.values(prompt).some((one) => plain(one) === words))
  return prompted.find(({ language, prompt }) => language !== undefined && plain(prompt[language] ?? '') === words) ?? prompted[0]
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[\p{P}\s]+/gu, '')
}

/** Letters used only in Japanese, or in Chinese. */
const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u

/** A text typed to the demo. */
export interface TypedText {
  readonly text: string
  /** The current recording, and the turn of its user that it waits for, from 0. */
  readonly current: Fixture
  readonly turn: number
  readonly fixtures: readonly Fixture[]
}

/**
 * The recording that answers a text: the current one if the text is its next turn (null), or the one with this prompt; undefined if
 * none was recorded for it.
 */
export function recordingForText({ text, current, turn, fixtures }: TypedText): Fixture | null | undefined {
  const words = plain(text)
  if (turn > 0 && plain(turnTexts(current)[turn] ?? '') === words) return null
  return promptedFixture([current, ...fixtures], text)
}

/** What the user of a recording says in each turn: as it was typed, or as the service transcribed it. */
function turnTexts({ steps }: Fixture): readonly string[] {
  const texts: string[] = []
  const walk = (some: Fixture['steps']): void => {
    for (const step of some) {
      if (step.kind === 'branch') for (const section of step.sections) walk(section.steps)
      else if (step.kind === 'send') {
        const { serverContent } = transcribedSchema.safeParse(step.frame).data ?? {}
        const before = texts.pop()
        if (before !== undefined) texts.push(`${before}${serverContent?.inputTranscription?.text ?? ''}`)
      } else if (step.kind === 'expect' && isTurn(step.expectation))
        texts.push(step.expectation.kind === 'text' ? (step.expectation.words ?? '') : '')
    }
  }
  walk(steps)
  return texts
}

const transcribedSchema = z.looseObject({
  serverContent: z.looseObject({ inputTranscription: z.looseObject({ text: z.string().optional() }).optional() }).optional(),
})

function isTurn(expectation: Expectation): expectation is Extract<Expectation, { readonly kind: 'audio' | 'text' }> {
  return (expectation.kind === 'audio' || expectation.kind === 'text') && expectation.again !== true
}

/** A recording in writing that only says what the demo answers, in the language of the text. */
export function noAnswer(text: string, fixtures: readonly Fixture[]): Fixture {
  const language = JAPANESE.test(text) ? 'ja' : 'en'
  const prompts = [...new Set(fixtures.map(({ prompt }) => prompt[language] ?? prompt.en))]
  const said = [translatorFor(language).t('demo.noAnswer'), '', ...prompts.map((prompt) => `- ${prompt}`)].join('\n')
  const title = inEveryLanguage((i18n) => i18n.t('notice.not-recorded.title'))
  return {
    fixtureId: 'no-answer',
    title,
    prompt: { en: '' },
    note: title,
    protocol: 'gemini-text',
    model: 'gemini-3.8-flash',
    language,
    repeat: true,
    steps: [
      { kind: 'expect', afterMs: 0, expectation: { kind: 'text' } },
      {
        kind: 'send',
        afterMs: 0,
        frame: { candidates: [{ content: { role: 'model', parts: [{ text: said }] }, finishReason: 'STOP', index: 0 }] },
      },
    ],
  }
}
