import { resolve } from 'node:path'
import { type LinkTarget, linkTargetSchema } from '../../shared/links/link-target'

/** The scheme of the links that open something in Parley from outside. */
export const linkScheme = 'parley'

/**
 * Parses `parley://conversation/ID`, `parley://questions`, `parley://settings/SECTION` and `parley://new?text=…`; null for everything
 * else, including such a link with extra parts.
 */
export function readParleyLink(address: string): LinkTarget | null {
  if (address.length > 8000 || !URL.canParse(address)) return null
  const url = new URL(address)
  if (url.protocol !== `${linkScheme}:` || url.username !== '' || url.password !== '' || url.port !== '' || url.hash !== '') return null
  const [first = '', ...rest] = `${url.hostname}${url.pathname}`.split('/').filter((part) => part !== '')
  const target = targetOf(first, rest, url.searchParams)
  const read = target === null ? null : linkTargetSchema.safeParse(target)
  return read?.success === true ? read.data : null
}

function targetOf(first: string, rest: readonly string[], parameters: URLSearchParams): LinkTarget | null {
  const names = [...parameters.keys()]
  if (first === 'new' && rest.length === 0) {
    return names.every((name) => name === 'text') && names.length < 2 ? { kind: 'new', text: parameters.get('text') ?? '' } : null
  }
  const [one, more] = rest
  if (names.length > 0 || more !== undefined) return null
  if (first === 'conversation' && one !== undefined) return { kind: 'conversation', conversationId: one }
  if (first === 'settings') return { kind: 'settings', section: one ?? '' }
  if (one !== undefined) return null
  if (first === 'questions') return { kind: 'questions' }
  return first === '' ? { kind: 'app' } : null
}

/** The recording that a command line names, from this folder; null if it names none. */
export function recordingPath(words: readonly string[], folder: string): string | null {
  const named = words.find((word) => /\.jsonl$/i.test(word) && !word.startsWith('-'))
  return named === undefined ? null : resolve(folder, named)
}

/** The talk key's action in a command line. */
export const talkVerbs = ['start', 'stop', 'toggle'] as const
export type TalkVerb = (typeof talkVerbs)[number]

/** The reason why Parley was started, the first or a further time. */
export type Launch =
  | { readonly kind: 'show' }
  /** at login: the window stays hidden */
  | { readonly kind: 'hidden' }
  | { readonly kind: 'talk'; readonly verb: TalkVerb }
  | { readonly kind: 'link'; readonly target: LinkTarget }
  /** a file that was double-clicked, or named in a command line */
  | { readonly kind: 'recording'; readonly path: string }

/** The switch with which Parley is started at login. */
export const hiddenSwitch = '--hidden'

/** Parses the arguments of a process that runs in this folder. Switches of the runtime are ignored; an invalid link only shows Parley. */
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

/** Whether Parley stays hidden for this start: at login, which macOS reports instead of passing its switch. */
export function staysHidden(first: Launch, wasOpenedAtLogin: boolean): boolean {
  return first.kind === 'hidden' || (first.kind === 'show' && wasOpenedAtLogin)
}

/** The target of a link. */
export function linkLaunch(link: string): Launch {
  const target = readParleyLink(link)
  return target === null ? { kind: 'show' } : { kind: 'link', target }
}

/** Starts and ends talking. */
interface TalkSwitch {
  /** Whether the user is recorded now, or will be. */
  isOn(): boolean
  toggle(): void
}

/** Performs the talk action of a command line; returns whether the user is recorded now, or will be. */
export function doTalkVerb(talk: TalkSwitch, verb: TalkVerb): { readonly talking: boolean } {
  if (verb === 'toggle' || (verb === 'start') !== talk.isOn()) talk.toggle()
  return { talking: talk.isOn() }
}
