import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { askRunning } from '../desktop/control/control-client'
import { usualDataFolders } from '../desktop/control/control-server'
import { talkVerbs } from '../platform/launch'
import { argumentProblem, usageProblem } from './usage-problem'

/**
 * `parley talk start|stop|toggle`: does so in the running Parley, for shortcut tools of desktops without system-wide keys. The exit code is
 * 1 if Parley is not running.
 */
export async function runTalk(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  output: NodeJS.WritableStream,
  problems: NodeJS.WritableStream,
): Promise<number> {
  const parsed = readArguments(args)
  if (typeof parsed === 'string') return usageProblem(problems, 'talk', parsed)
  for (const folder of parsed.data === undefined ? usualDataFolders(environment) : [resolve(parsed.data)]) {
    const reply = await askRunning(folder, { talk: parsed.verb })
    if (reply === null) continue
    if ('error' in reply) {
      problems.write(`parley talk: ${reply.error}\n`)
      return 1
    }
    output.write(reply.talking ? 'Parley listens.\n' : 'Parley does not listen.\n')
    return 0
  }
  problems.write('parley talk: Parley is not running. Start it, then try again; with --data FOLDER you name another data folder.\n')
  return 1
}

function readArguments(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: { data: { type: 'string' } }, allowPositionals: true })
    const verb = talkVerbs.find((one) => one === positionals[0])
    if (verb === undefined || positionals.length !== 1) return `Say one of ${talkVerbs.join(', ')}.`
    return { verb, data: values.data }
  } catch (error) {
    return `${argumentProblem(error)}.`
  }
}
