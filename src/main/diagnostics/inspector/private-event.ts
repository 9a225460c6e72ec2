import type { RecordedEvent } from '../../../shared/fixtures/recorded-event'
import type { ConversionStep } from '../../../shared/inspector/conversion-step'
import type { JsonValue } from '../../../shared/lib/json'
import { isJsonList, isJsonObject, parseJson } from '../../../shared/lib/json-value'
import { redact } from '../../../shared/text/redact'

/** Sound and pictures: they contain no secrets, and anything that looks like a key is none. */
const DATA = /("data"\s*:\s*"[A-Za-z0-9+/=_-]{64,}")/
/** Fields that allow a session to be resumed. */
const HANDLE = /("(?:newHandle|handle)"\s*:\s*")[^"]*(")/g

/** The event as the page may see it: without keys, tokens and handles. A frame without any is exactly the text that was sent. */
export function privateEvent(event: RecordedEvent, secrets: readonly string[]): RecordedEvent {
  if (event.kind === 'chunk' || event.kind === 'decision' || event.kind === 'answer') {
    const text = JSON.stringify(event)
    return redact(text, secrets) === text ? event : withCleanTexts(event, secrets)
  }
  if (event.kind === 'server-message') return { ...event, text: redact(event.text, secrets) }
  if (event.kind !== 'frame') return event
  const text = event.text
    .split(DATA)
    .map((part, index) => (index % 2 === 1 ? part : redact(part, secrets).replaceAll(HANDLE, '$1[redacted]$2')))
    .join('')
  if (text === event.text) return event
  // a text may end in the middle of an escape where something was removed
  const value = parseJson(event.text)
  return { ...event, text: value === undefined ? text : JSON.stringify(cleaned(value, secrets)) }
}

/** The same for the converter's inputs. */
export function privateStep(step: ConversionStep, secrets: readonly string[]): ConversionStep {
  if (step.kind !== 'input' || step.input.type === 'played') return step
  const text = JSON.stringify(step.input)
  return redact(text, secrets) === text ? step : { ...step, input: withCleanTexts(step.input, secrets) }
}

function cleaned(value: JsonValue, secrets: readonly string[], key = ''): JsonValue {
  if (typeof value === 'string') {
    if ((key === 'newHandle' || key === 'handle') && value !== '') return '[redacted]'
    return key === 'data' ? value : redact(value, secrets)
  }
  if (isJsonList(value)) return value.map((item) => cleaned(item, secrets, key))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, cleaned(inner, secrets, name)]))
}

/** The same object with all its texts redacted, at any depth. */
function withCleanTexts<Value>(value: Value, secrets: readonly string[]): Value {
  const clone = structuredClone(value)
  const visit = (parent: object): void => {
    for (const name of Object.keys(parent)) {
      const inner: unknown = Reflect.get(parent, name)
      if (typeof inner === 'string' && name !== 'type' && name !== 'kind') Reflect.set(parent, name, redact(inner, secrets))
      else if (typeof inner === 'object' && inner !== null) visit(inner)
    }
  }
  if (typeof clone === 'object' && clone !== null) visit(clone)
  return clone
}
