import os from 'node:os'
import process from 'node:process'
import { expect, it } from 'vitest'
import { onLastProcessor, run } from '../../../scripts/setup/processes.mjs'
import { inProject } from '../../../scripts/setup/project.mjs'
import { tempFolder } from '../../support/temp-folder'

const node = (script: string, options: Parameters<typeof run>[2] = {}) => run(process.execPath, ['-e', script], options)

it('a program gives its code and what it wrote; one that is not there has code 127; one that takes too long is ended and has code 124', async () => {
  expect(await node('console.log("done"); process.exitCode = 3')).toEqual({ code: 3, output: 'done' })
  expect(await run('a-program-that-is-nowhere', [])).toMatchObject({ code: 127 })
  expect(await node('setInterval(() => undefined, 1000)', { timeoutMs: 500 })).toMatchObject({ code: 124 })
})

it('a program of a low priority lets the others go first', async () => {
  const script = 'process.stdout.write(String(os.getPriority()))'
  const [usual, background] = [await node(script), await node(script, { priority: 5 })]
  expect(Number(background.output)).toBeGreaterThan(Number(usual.output))
})

it('a program on the last processor has that one alone, with all that it starts; where there is no other, it starts as usual', async () => {
  const [program, ...args] = [...onLastProcessor(), process.execPath]
  const script = 'child_process.execFileSync(process.execPath, ["-p", "os.availableParallelism()"], { stdio: "inherit" })'
  const { code, output } = await run(program ?? '', [...args, '-e', script])
  expect({ code, output }).toEqual({ code: 0, output: String(onLastProcessor().length === 0 ? os.availableParallelism() : 1) })
})

it('programs with a display have one each, ready when they start and gone when they have ended, and their code is kept', async () => {
  // none ends before all have started: a display that is free again is given to the next program
  const started = tempFolder()
  const script = `touch ${started}/$$; while [ $(ls ${started} | wc -l) -lt 3 ]; do sleep 0.05; done; xdotool getdisplaygeometry && echo $DISPLAY && exit 3`
  const runs = Array.from({ length: 3 }, () => run('sh', [inProject('scripts', 'setup', 'with-display.sh'), 'sh', '-c', script]))
  const ended = await Promise.all(runs)
  for (const { code, output } of ended) expect({ code, output }).toEqual({ code: 3, output: expect.stringMatching(/^1280 960\n:\d+$/) })
  expect(new Set(ended.map(({ output }) => output)).size).toBe(ended.length)
  const display = ended[0]?.output.split('\n').at(-1) ?? ''
  const again = () => run('xdotool', ['getdisplaygeometry'], { env: { ...process.env, DISPLAY: display } })
  await expect.poll(async () => (await again()).code).not.toBe(0)
})
