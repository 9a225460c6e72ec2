import { listFaults } from '../replay/simulator/faults/catalogue'

/** The catalogue of faults as lines of text: the name, how often it happens, its settings, and what the server does. */
export function faultList(): string {
  const lines = listFaults().map(({ name, times, parameters, what }) => {
    const settings = Object.entries(parameters).map(([key, { value }]) => `${key}=${value}`)
    return `${[name, ...(settings.length > 0 ? [settings.join(',')] : [])].join(':')}  (times=${times})\n    ${what}\n`
  })
  return `${lines.join('')}Each also takes connection=N and turn=N (counted from 1) and times=N or times=always, as in\n  --fault network-lost:turn=2,at=answer\n`
}
