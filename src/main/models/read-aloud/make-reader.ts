import type { Settings } from '../../../shared/ipc/schemas'
import type { Clock } from '../../../shared/lib/clock'
import type { NewId } from '../../../shared/lib/ids'
import { readServiceAddress } from '../../../shared/text/service-address'
import type { Logger } from '../../lib/log/logger'
import type { Credentials } from '../live/credentials'
import type { TextConnector } from '../text/text-connector'
import { textLimits } from '../text/text-limits'
import { createReadAloud, type ReadAloud, type ReadAloudOptions } from './read-aloud'
import { type SpeechSetup, speechModel } from './speech-request'

/** Events of a conversation's reader. */
export type ReadAloudEvents = Pick<ReadAloudOptions, 'onBegin' | 'onSound' | 'onEnd' | 'onState' | 'onUsage'>

/** Dependencies of a reader. */
export interface ReaderOptions {
  readonly textConnector: TextConnector
  readonly clock: Clock
  readonly newId: NewId
  readonly log: Logger
  readonly credentials: Pick<Credentials, 'key'>
  settings(): Settings
  random(): number
}

/**
 * Creates the reader of one conversation. It uses the voice of the settings; key and voice are read again for every answer. A
 * recording contains no sound of written answers: without a key nothing is read.
 */
export function makeReader(options: ReaderOptions, events: ReadAloudEvents): ReadAloud {
  function setup(): SpeechSetup {
    const { voice, serviceAddress } = options.settings()
    const apiKey = options.credentials.key()
    const address = readServiceAddress(serviceAddress)
    return {
      address: apiKey === null ? null : { apiKey, baseUrl: address.ok ? address.value.url : null },
      model: speechModel,
      voice,
    }
  }
  return createReadAloud({
    ...events,
    connector: options.textConnector,
    clock: options.clock,
    limits: textLimits,
    random: options.random,
    newTurnId: () => options.newId('reading'),
    setup,
    onFault: (detail) => options.log.error('reading fault', { detail }),
  })
}
