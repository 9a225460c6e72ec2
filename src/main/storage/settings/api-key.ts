import type { KeyState } from '../../../shared/ipc/key-state'
import { diskRefusal } from '../../../shared/lib/disk-fault'
import { type Failure, failure, type Result, success, textOf } from '../../../shared/lib/result'
import { type Message, messageOf } from '../../../shared/messages/message'
import type { SecretStore } from '../../platform/platform'

/** The key for Gemini. It leaves this object through `current()` alone, towards the session in main; no message holds it. */
export interface ApiKey {
  /** The key in force, or null. It is for knowing it and for keeping it out of what is written; what is sent asks `keyFor`. */
  current(): string | null
  /** The key in force where it was given for this host (see `hostOfService`), else null: it goes to no other one. */
  keyFor(host: string): string | null
  /** The user has agreed, in a dialog of main's own, that the key goes to this host from now on. */
  bindTo(host: string): Promise<void>
  state(): KeyState
  /** What is wrong with the key of the environment, which is then not used; or null. */
  readonly environmentProblem: Message | null
  /** Why the key that was saved is not used, though it is still kept; or null. */
  readonly storeProblem: Message | null
  /** Checks its form, keeps it for this host alone, and uses it from now on, before the environment's. Nothing changes on a failure. */
  save(key: string, host: string): Promise<Result<KeyState, KeyFailure>>
  /** Forgets the saved key; the environment's, if there is one, is in force again. */
  remove(): Promise<Result<KeyState, KeyFailure>>
}

/** Why a key is not used. */
export interface KeyFailure extends Failure {
  readonly code: 'key-empty' | 'key-malformed' | 'key-not-stored' | 'disk-full' | 'disk-unwritable'
}

/** Name of the environment variable. */
export const KEY_VARIABLE = 'GEMINI_API_KEY'

const SECRET_NAME = 'gemini-api-key'

/** Stands between the key and its host where it is kept: no key has one. One that is kept without is of an earlier Parley. */
const BREAK = '\n'

/**
 * Looks for the key in the secret store, then in the environment. A store that fails counts as empty, and is reported. `host`: the one
 * that is set as Parley starts, which the key of the environment is for, and one that was kept without a host.
 */
export async function openApiKey(
  environment: Readonly<Record<string, string | undefined>>,
  secrets: SecretStore,
  report: (error: unknown) => void,
  host: string,
): Promise<ApiKey> {
  const storage = await attempt(() => secrets.backend(), 'memory', report)
  const stored = await attempt(() => secrets.read(SECRET_NAME), null, report)
  const locked = stored === null && (await attempt(() => secrets.isLocked(SECRET_NAME), false, report))
  const [storedKey = '', storedHost] = stored?.split(BREAK) ?? []
  const checked = stored === null ? null : checkKey(storedKey)
  let saved = checked?.ok === true ? checked.value : null
  let savedHost = storedHost ?? host
  let environmentHost = host
  const variable = environment[KEY_VARIABLE]
  const given = variable === undefined || variable.trim() === '' ? null : checkKey(variable)
  const fromEnvironment = given?.ok === true ? given.value : null

  const write = (key: string, of: string): Promise<void> => secrets.write(SECRET_NAME, `${key}${BREAK}${of}`)

  async function bindSaved(of: string): Promise<void> {
    savedHost = of
    if (saved !== null) await write(saved, of).catch(report)
  }
  if (saved !== null && storedHost === undefined) await bindSaved(host)

  function state(): KeyState {
    if (saved !== null) return { source: 'settings', storage, ...endingOf(saved) }
    if (fromEnvironment !== null) return { source: 'environment', storage, ...endingOf(fromEnvironment) }
    return { source: 'none', storage }
  }

  return {
    environmentProblem:
      given?.ok === false ? messageOf('key-variable-ignored', { variable: KEY_VARIABLE, problem: textOf(given.error) }) : null,
    storeProblem: locked ? messageOf('key-store-closed') : null,
    current: () => saved ?? fromEnvironment,
    keyFor: (of) => (saved !== null ? (savedHost === of ? saved : null) : environmentHost === of ? fromEnvironment : null),
    async bindTo(of) {
      environmentHost = of
      await bindSaved(of)
    },
    state,
    async save(key, of) {
      const fitting = checkKey(key)
      if (!fitting.ok) return fitting
      try {
        await write(fitting.value, of)
      } catch (error) {
        report(error)
        return notStored(
          error,
          'The key store of this system refused the key, so it was not kept. Unlock the key store and save the key again.',
        )
      }
      saved = fitting.value
      savedHost = of
      return success(state())
    },
    async remove() {
      try {
        await secrets.remove(SECRET_NAME)
      } catch (error) {
        report(error)
        return notStored(
          error,
          'The key store of this system did not let go of the key, so it is still there. Unlock the key store and remove the key again.',
        )
      }
      saved = null
      return success(state())
    },
  }
}

/** The disk is named where it is the reason, else the key store. */
function notStored(error: unknown, ofKeyStore: string): Result<never, KeyFailure> {
  const ofDisk = diskRefusal(error)
  return ofDisk === null ? failure('key-not-stored', ofKeyStore) : { ok: false, error: ofDisk }
}

/** A key of fewer characters keeps all of them to itself. */
const LONG_KEY = 30

function endingOf(key: string): Pick<KeyState, 'ending'> {
  return key.length < LONG_KEY ? {} : { ending: key.slice(-4) }
}

/** The key without the white space around it, if it has the form of a key: visible ASCII characters without a gap. */
export function checkKey(text: string): Result<string, KeyFailure> {
  const key = text.trim()
  if (key === '') return failure('key-empty', messageOf('key-empty'))
  if (/[^\x21-\x7e]/.test(key)) {
    return failure('key-malformed', messageOf('key-malformed'))
  }
  return success(key)
}

async function attempt<Value>(task: () => Promise<Value>, otherwise: Value, report: (error: unknown) => void): Promise<Value> {
  try {
    return await task()
  } catch (error) {
    report(error)
    return otherwise
  }
}
