import type { TalkController } from '../conversations/push-to-talk/talk-controller'
import type { TalkVerb } from './launch'

/** Does what a command line says of talking; says whether the user is heard now, or about to be. */
export function doTalkVerb(talk: Pick<TalkController, 'isOn' | 'toggle'>, verb: TalkVerb): { readonly talking: boolean } {
  if (verb === 'toggle' || (verb === 'start') !== talk.isOn()) talk.toggle()
  return { talking: talk.isOn() }
}
