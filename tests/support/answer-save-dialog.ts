import type { ElectronApplication } from 'playwright'

/**
 * Answers the system's dialog instead of the user: with this path, or by closing it. Returns the options it was opened
 * with.
 */
export async function answerSaveDialog(electron: ElectronApplication | null, filePath: string | null): Promise<() => Promise<unknown>> {
  if (electron === null) throw new Error('this test is about the dialog of real Electron')
  await electron.evaluate(({ dialog }, path) => {
    const asked: unknown[] = []
    Reflect.set(globalThis, 'askedForPlace', asked)
    Reflect.set(dialog, 'showSaveDialog', (options: unknown) => {
      asked.push(options)
      return Promise.resolve({ canceled: path === null, filePath: path ?? '' })
    })
  }, filePath)
  return () => electron.evaluate(() => Reflect.get(globalThis, 'askedForPlace'))
}
