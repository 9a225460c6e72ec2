import type { Fixture } from '../../shared/fixtures/fixture'
import type { NoticeBoard } from '../lib/notices'
import { promptedFixture } from './prompted-fixture'

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
  readonly notices: NoticeBoard
}

/**
 * The recording that answers the first words of a conversation: the one whose prompt they are, the chosen one before another. Words that
 * were never recorded are answered by a recording of their language as far as there is one, and the user is told that it can't fit.
 */
export function beginWithWords({ conversationId, text, chosen, fixtures, hasKey, notices }: Beginning): Fixture | undefined {
  const prompted = promptedFixture(chosen === null ? fixtures : [chosen, ...fixtures], text)
  // a recording that was given alone is meant to answer whatever is written
  if (prompted !== undefined || chosen === null || hasKey || fixtures.length < 2) return prompted
  notices.show({ conversationId, kind: 'not-recorded', cause: null, detail: '' })
  if (!JAPANESE.test(text) || chosen.language === 'ja') return undefined
  return fixtures.find(({ language }) => language === 'ja')
}
