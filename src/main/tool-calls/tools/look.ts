import { messageOf } from '../../../shared/messages/message'
import { type LookInput, look } from '../../../shared/tools/look'
import { implementTool, type MainTool, type ToolContext, ToolError } from './main-tool'

/** What shows the model something. */
export interface LookTarget {
  /** Whether the model of the sessions can be shown anything here. */
  isPossible(): boolean
  /** Shows it from now on; resolves once the model sees it. Throws `ToolError` if it can't be shown. */
  show(source: LookInput['source'], context: ToolContext): Promise<void>
}

/** The model's wish to see, which `target` fulfils once it is known; before, nothing can be shown. */
export interface LookRequests extends LookTarget {
  answeredBy(target: LookTarget): void
}

export function createLookRequests(): LookRequests {
  let target: LookTarget | null = null
  return {
    isPossible: () => target?.isPossible() ?? false,
    async show(source, context) {
      if (target === null || !target.isPossible()) throw new ToolError(messageOf('look-not-begun'))
      await target.show(source, context)
    },
    answeredBy(next) {
      target = next
    },
  }
}

/** Shows the model the screen or the camera, after the user's yes. */
export function lookTool(requests: Pick<LookRequests, 'show'>): MainTool {
  return implementTool(look, {
    async run({ source }, context) {
      await requests.show(source, context)
      return { status: 'seeing', source }
    },
    recall: () => null,
  })
}
