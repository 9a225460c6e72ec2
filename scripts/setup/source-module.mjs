import { createRunnableDevEnvironment, resolveConfig } from 'vite'
import { inProject } from './project.mjs'

/**
 * Imports a TypeScript module of the clone and resolves to the result of `use`. Imports that the module makes later, while `use`
 * runs, work too: vite's own `runnerImport` closes before them.
 */
export async function withSourceModule(file, use) {
  const environments = { scripts: { consumer: 'server', dev: { moduleRunnerTransform: true }, resolve: { external: true } } }
  const config = await resolveConfig(
    { configFile: false, envDir: false, root: inProject(), cacheDir: inProject('node_modules', '.vite'), logLevel: 'error', environments },
    'serve',
  )
  const environment = createRunnableDevEnvironment('scripts', config, { runnerOptions: { hmr: { logger: false } }, hot: false })
  await environment.init()
  try {
    return await use(await environment.runner.import(inProject(file)))
  } finally {
    await environment.close()
  }
}
