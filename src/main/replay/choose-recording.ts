import type { Fixture } from '../../shared/fixtures/fixture'
import type { NoticeService } from '../lib/notices'
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
