import type { Fixture } from '../../shared/fixtures/fixture'
import type { ConversationRegistryOptions } from '../conversations/conversation-registry'
import type { NoticeService } from '../lib/notices'

/** Hears that something was said in a conversation to its end. `playing`: the recording that answers; null where none can. */
type UnheardTeller = (conversationId: string, playing: Fixture | null) => void

/**
 * Tells the user, once while Parley runs, that a recording hears no words: whatever is said, what was recorded follows. The notice's
 * detail is the id of the recording.
 */
export function createUnansweredReport({
  fixtures,
  credentials,
  notices,
}: Pick<ConversationRegistryOptions, 'fixtures' | 'credentials' | 'notices'>): UnheardTeller {
  let told = false
  return (conversationId, playing) => {
    // a recording that was given alone is meant to answer whatever is said
    if (told || playing === null || credentials.present() || fixtures.length < 2) return
    told = true
    notices.show({ conversationId, kind: 'not-heard', cause: null, detail: playing.fixtureId })
  }
}

/**
 * The recording whose prompt these words are, whatever the case and the punctuation: one that speaks the language of the words
 * before any other.
 */
function promptedFixture(fixtures: readonly Fixture[], text: string): Fixture | undefined {
  const words = plain(text)
  const prompted = fixtures.filter(({ prompt }) => Object.values(prompt).some((one) => plain(one) === words))
  return prompted.find(({ language, prompt }) => language !== undefined && plain(prompt[language] ?? '') === words) ?? prompted[0]
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[\p{P}\s]+/gu, '')
}

/** Letters that are written in Japanese alone, or in Chinese. */
const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u

/** What the first words of a conversation choose from. */
export interface Beginning {
  readonly conversationId: string
  readonly text: string
  /** The one that plays now; null where none can. */
  readonly chosen: Fixture | null
  readonly fixtures: readonly Fixture[]
  /** Gemini itself answers, or would if no recording had been wanted. */
  readonly hasKey: boolean
  readonly notices: NoticeService
}

/**
 * The recording that answers the first words of a conversation: the one whose prompt they are, the chosen one before another. Words that
 * were never recorded are answered by a recording of their language as far as there is one, and the user is told that it can't fit.
 */
export function beginWithText({ conversationId, text, chosen, fixtures, hasKey, notices }: Beginning): Fixture | undefined {
  const prompted = promptedFixture(chosen === null ? fixtures : [chosen, ...fixtures], text)
  // a recording that was given alone is meant to answer whatever is written
  if (prompted !== undefined || chosen === null || hasKey || fixtures.length < 2) return prompted
  notices.show({ conversationId, kind: 'not-recorded', cause: null, detail: '' })
  if (!JAPANESE.test(text) || chosen.language === 'ja') return undefined
  return fixtures.find(({ language }) => language === 'ja')
}
