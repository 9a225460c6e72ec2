import { failure, type Result, success } from '../../../../shared/lib/result'
import { type FaultName, findFault, isFaultName } from './catalogue'

/** A fault that is to happen, and when. */
export interface FaultChoice {
  readonly fault: FaultName
  /** Only on this connection, counted from 1. */
  readonly connection?: number
  /** Only in this turn of the user, counted from 1; what is said again counts again. */
  readonly turn?: number
  /** Other than the usual number of times. */
  readonly times?: number | 'always'
  /** Other than the usual parameters. */
  readonly set?: Readonly<Record<string, number | string>>
}

/** Reads a choice as the command line takes it: `NAME` or `NAME:key=value,key=value`, with the keys connection, turn, times and the parameters of the fault. */
export function parseFaultChoice(text: string): Result<FaultChoice> {
  const [name = '', ...rest] = text.split(':')
  if (!isFaultName(name)) return failure('fault-unknown', `There is no fault "${name}". "--fault list" names them all.`)
  let choice: FaultChoice = { fault: name }
  for (const pair of rest
    .join(':')
    .split(',')
    .filter((one) => one !== '')) {
    const [key = '', ...value] = pair.split('=')
    const added = withSetting(choice, key.trim(), value.join('='))
    if (!added.ok) return added
    choice = added.value
  }
  return success(choice)
}

function withSetting(choice: FaultChoice, key: string, value: string): Result<FaultChoice> {
  const count = Number(value)
  const isCount = Number.isInteger(count) && count > 0
  if (key === 'times' && (isCount || value === 'always')) return success({ ...choice, times: value === 'always' ? 'always' : count })
  if ((key === 'connection' || key === 'turn') && isCount) return success({ ...choice, [key]: count })
  if (key === 'times' || key === 'connection' || key === 'turn') {
    return failure('fault-setting', `${key} of "${choice.fault}" takes a number from 1${key === 'times' ? ' or "always"' : ''}.`)
  }
  const parameters = findFault(choice.fault)?.parameters ?? {}
  const parameter = Object.hasOwn(parameters, key) ? parameters[key] : undefined
  if (parameter === undefined) {
    const known = ['connection', 'turn', 'times', ...Object.keys(parameters)].join(', ')
    return failure('fault-setting', `"${choice.fault}" has no setting "${key}". It has: ${known}.`)
  }
  if (typeof parameter.value === 'string') return success({ ...choice, set: { ...choice.set, [key]: value } })
  if (value === '' || !(Number(value) >= 0)) return failure('fault-setting', `${key} of "${choice.fault}" takes a number from 0.`)
  return success({ ...choice, set: { ...choice.set, [key]: Number(value) } })
}
