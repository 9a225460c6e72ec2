import type { Expectation, Fixture } from '../../shared/fixtures/fixture'
import { z } from '../../shared/lib/zod'
import type { NoticeService } from '../lib/notices'
import { inEveryLanguage, translatorFor } from '../lib/translations'
import type { Credentials } from '../models/live/credentials'

/** Called when an utterance in a conversation has ended. `playing`: the recording that answers. */
export type UnansweredReport = (conversationId: string, playing: Fixture) => void

/**
 * Informs the user, once per run, that a recording does not react to words: the recorded answer follows whatever is said. The notice's
 * detail is the id of the recording.
 */
export function createUnansweredReport({
  fixtures,
  credentials,
  notices,
}: {
  readonly fixtures: readonly Fixture[]
  readonly credentials: Pick<Credentials, 'present'>
  readonly notices: Pick<NoticeService, 'show'>
}): UnansweredReport {
  let reported = false
  return (conversationId, playing) => {
    // a recording that was opened on its own should answer whatever is said
    if (reported || credentials.present() || fixtures.length < 2) return
    reported = true
    notices.show({ conversationId, kind: 'not-heard', cause: null, detail: playing.fixtureId })
  }
}

/** The recording whose prompt this text is, ignoring case and punctuation; recordings in the language of the text take precedence. */
function promptedFixture(fixtures: readonly Fixture[], text: string): Fixture | undefined {
  const words = plain(text)
  const prompted = fixtures.filter(({ prompt }) => Object.values(prompt).some((one) => plain(one) === words))
  return prompted.find(({ language, prompt }) => language !== undefined && plain(prompt[language] ?? '') === words) ?? prompted[0]
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[\p{P}\s]+/gu, '')
}

/** Letters used only in Japanese, or in Chinese. */
const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u

/** The choices for the first text of a conversation. */
export interface Beginning {
  readonly conversationId: string
  readonly text: string
  /** The current recording; null if none can play. */
  readonly chosen: Fixture | null
  readonly fixtures: readonly Fixture[]
  /** Gemini itself answers, or would if no recording had been chosen. */
  readonly hasKey: boolean
  readonly notices: NoticeService
}

/**
 * The recording for the first text of a conversation: the one with this prompt, preferably the chosen one. Text that was never
 * recorded is answered by a recording in its language if possible, and the user is informed that it cannot fit.
 */
export function beginWithText({ conversationId, text, chosen, fixtures, hasKey, notices }: Beginning): Fixture | undefined {
  const prompted = promptedFixture(chosen === null ? fixtures : [chosen, ...fixtures], text)
  // a recording that was opened on its own should answer whatever is written
  if (prompted !== undefined || chosen === null || hasKey || fixtures.length < 2) return prompted
  notices.show({ conversationId, kind: 'not-recorded', cause: null, detail: '' })
  if (!JAPANESE.test(text) || chosen.language === 'ja') return undefined
  return fixtures.find(({ language }) => language === 'ja')
}

/** A text in a conversation of another program, whose user sees none of Parley's notices. */
export interface OutsideText {
  readonly text: string
  /** The current recording, and the turn of its user that it waits for, from 0. */
  readonly current: Fixture
  readonly turn: number
  readonly fixtures: readonly Fixture[]
}

/**
 * The recording that answers a text of another program: the current one if the text is its next turn (null), the one with this prompt,
 * or else one that says that the demo has no answer, and which texts it answers.
 */
export function recordingForText({ text, current, turn, fixtures }: OutsideText): Fixture | null {
  const words = plain(text)
  if (turn > 0 && plain(turnTexts(current)[turn] ?? '') === words) return null
  return promptedFixture([current, ...fixtures], text) ?? noAnswer(text, fixtures)
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
function noAnswer(text: string, fixtures: readonly Fixture[]): Fixture {
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
