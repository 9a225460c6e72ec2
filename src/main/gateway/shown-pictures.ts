import { mostPixels } from '../../shared/attachments/attachment'
import type { StoreFile } from '../storage/attachments/file-storer'
import type { TakenFile } from '../storage/attachments/take-in-file'
import { MOST_PICTURES } from './checked-file'
import type { WithConversation } from './with-conversation'

/** Pictures of a live client: for the current speech, else for the next input. */
export interface ShownPictures {
  /** Null: the data was no picture. */
  show(picture: TakenFile | null, speaking: boolean): void
  /** Waiting pictures go with the speech that begins. */
  speechBegins(): void
  /** Returns the waiting pictures, for text that is sent now. */
  take(): readonly TakenFile[]
}

export interface ShownPicturesOptions {
  readonly conversationId: string
  readonly withIt: WithConversation
  readonly keepFile: StoreFile
  problem(message: string): void
}

export function createShownPictures({ conversationId, withIt, keepFile, problem }: ShownPicturesOptions): ShownPictures {
  let waiting: readonly TakenFile[] = []

  function showNow(picture: TakenFile): void {
    try {
      withIt((conversation) => conversation.showPicture(keepFile(conversationId, picture)))
    } catch {
      problem('Parley could not take this picture.')
    }
  }

  function take(): readonly TakenFile[] {
    const taken = waiting
    waiting = []
    return taken
  }

  return {
    show(picture, speaking) {
      if (picture === null)
        problem(`This is no picture that Parley takes: a JPEG or PNG of at most ${mostPixels / 1_000_000} million pixels.`)
      else if (speaking) showNow(picture)
      else if (waiting.length >= MOST_PICTURES) problem(`Words come with ${MOST_PICTURES} pictures at most.`)
      else waiting = [...waiting, picture]
    },
    speechBegins() {
      for (const picture of take()) showNow(picture)
    },
    take,
  }
}
