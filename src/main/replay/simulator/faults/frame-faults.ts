import type { JsonObject } from '../../../../shared/lib/json'
import { isJsonList, isJsonObject, withoutKey } from '../../../../shared/lib/json-value'
import type { FaultEntry, FaultStrike } from './fault'
import { contentOf, isAnswer, withContent } from './frame-parts'

/** Frames that are malformed, unusual, or out of order. */
export const frameFaults = {
  'malformed-frame': beforeAnswer(['1.5'], 'A frame of broken JSON comes before the model’s answer.', (strike) =>
    strike.line.write('{"serverContent":{"modelTurn":{"parts":[', 'binary'),
  ),
  'odd-frames': beforeAnswer(['1.2'], 'The frames {}, null, [] and one with unknown fields come before the model’s answer.', (strike) => {
    for (const text of ['{}', 'null', '[]', '{"somethingNew":{"value":1},"serverContent":{"somethingElse":true}}'])
      strike.line.write(text, 'binary')
  }),
  'invalid-utf8-binary': beforeAnswer(['1.5'], 'A binary frame whose text is not UTF-8 comes before the model’s answer.', (strike) =>
    strike.line.write(notUtf8, 'binary'),
  ),
  'invalid-utf8-text': beforeAnswer(
    ['1.5'],
    'A text frame that is not UTF-8 comes before the model’s answer: clients must close.',
    (strike) => strike.line.write(notUtf8, 'text'),
  ),
  'text-frames': {
    family: 'frame',
    rows: ['1.2'],
    what: 'Frames come as text instead of binary.',
    times: 'always',
    parameters: {},
    begin: (strike) => ({
      toClient: (frame) => (strike.take() ? { instead: [], after: () => strike.line.write(JSON.stringify(frame), 'text') } : null),
    }),
  },
  'parts-aliased': {
    family: 'frame',
    rows: ['4.39'],
    what: 'The parts of an answer come twice: as parts, and again as text and data next to them.',
    times: 'always',
    parameters: {},
    begin: (strike) => ({
      toClient(frame) {
        if (!isAnswer(frame) || !strike.take()) return null
        return { instead: [{ ...frame, ...aliases(frame), server_content: contentOf(frame) }] }
      },
    }),
  },
  'no-usage': {
    family: 'frame',
    rows: ['4.41'],
    what: 'No frame carries usage.',
    times: 'always',
    parameters: {},
    begin: (strike) => ({
      toClient: (frame) => ('usageMetadata' in frame && strike.take() ? { instead: [withoutKey(frame, 'usageMetadata')] } : null),
    }),
  },
  'status-beside': {
    family: 'frame',
    rows: ['2'],
    what: 'The interaction status is next to the content instead of inside it.',
    times: 'always',
    parameters: {},
    begin: (strike) => ({
      toClient(frame) {
        const content = contentOf(frame)
        if (content.interactionStatus === undefined || !strike.take()) return null
        const rest = withContent(frame, withoutKey(content, 'interactionStatus'))
        return { instead: [{ ...rest, interactionStatus: content.interactionStatus }] }
      },
    }),
  },
  burst: {
    family: 'frame',
    rows: ['4.34'],
    what: 'The frames of an answer come all at once, when it is generated.',
    times: 'always',
    parameters: {},
    begin(strike) {
      let held: JsonObject[] = []
      return {
        toClient(frame) {
          const { interrupted } = contentOf(frame)
          if (interrupted === true) held = []
          if (isAnswer(frame) && interrupted !== true && strike.take()) {
            held.push(frame)
            return { instead: [] }
          }
          return { instead: [...held.splice(0), frame] }
        },
      }
    },
  },
} satisfies Readonly<Record<string, FaultEntry>>

const notUtf8 = Buffer.concat([
  Buffer.from('{"serverContent":{"outputTranscription":{"text":"'),
  Buffer.from([0xc3, 0x28, 0xff]),
  Buffer.from('"}}}'),
])

function beforeAnswer(rows: readonly string[], what: string, write: (strike: FaultStrike) => void): FaultEntry {
  return {
    family: 'frame',
    rows,
    what,
    times: 1,
    parameters: {},
    begin: (strike) => ({
      toClient(frame) {
        if (contentOf(frame).modelTurn === undefined || !strike.take()) return null
        write(strike)
        return null
      },
    }),
  }
}

function aliases(frame: JsonObject): JsonObject {
  const { modelTurn, outputTranscription } = contentOf(frame)
  const parts = isJsonObject(modelTurn) && isJsonList(modelTurn.parts) ? modelTurn.parts : []
  const data = parts.flatMap((part) => (isJsonObject(part) && isJsonObject(part.inlineData) ? [part.inlineData.data ?? ''] : []))
  const text = isJsonObject(outputTranscription) ? outputTranscription.text : undefined
  return { ...(data[0] !== undefined && { data: data[0] }), ...(text !== undefined && { text }) }
}
