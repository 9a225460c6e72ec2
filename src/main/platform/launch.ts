import type { LinkTarget } from '../../shared/links/link-target'
import { linkScheme, readParleyLink } from './parley-link'
import { recordingPath } from './recording-path'

/** What the talk key is told from a command line. */
export const talkVerbs = ['start', 'stop', 'toggle'] as const
export type TalkVerb = (typeof talkVerbs)[number]

/** What Parley was started for, the first or a further time. */
export type Launch =
  | { readonly kind: 'show' }
  /** at login: it stays out of sight */
  | { readonly kind: 'hidden' }
  | { readonly kind: 'talk'; readonly verb: TalkVerb }
  | { readonly kind: 'link'; readonly target: LinkTarget }
  /** a file that was double-clicked, or named on a command line */
  | { readonly kind: 'recording'; readonly path: string }

/** The switch with which Parley is started at login. */
export const hiddenSwitch = '--hidden'

/**
 * Reads it from the arguments of a process that runs in this folder; switches of the runtime are passed by, and a link that can't be
 * read only shows Parley.
 */
export function readLaunch(argv: readonly string[], folder: string): Launch {
  const at = argv.indexOf('talk')
  const verb = talkVerbs.find((one) => at > 0 && argv[at + 1] === one)
  if (verb !== undefined) return { kind: 'talk', verb }
  const link = argv.find((argument) => argument.startsWith(`${linkScheme}:`))
  if (link !== undefined) return linkLaunch(link)
  const recording = recordingPath(argv, folder)
  if (recording !== null) return { kind: 'recording', path: recording }
  return argv.includes(hiddenSwitch) ? { kind: 'hidden' } : { kind: 'show' }
}

/** Does Parley stay out of sight for this start? At login, which macOS tells instead of giving its switch along. */
export function staysHidden(first: Launch, wasOpenedAtLogin: boolean): boolean {
  return first.kind === 'hidden' || (first.kind === 'show' && wasOpenedAtLogin)
}

/** What a link is opened for. */
export function linkLaunch(link: string): Launch {
  const target = readParleyLink(link)
  return target === null ? { kind: 'show' } : { kind: 'link', target }
}
