// Runs the conformance suite of the Model Context Protocol against Parley's client: node scripts/conformance.mjs [SCENARIO…]
// The suite needs Node 22 or newer, and is got with npx; it is no dependency of Parley.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const SUITE = '@modelcontextprotocol/conformance@0.1.16'

/** Those of 2025-03-26 expect a sign-in at a service that does not say that it supports PKCE, which Parley refuses. */
const refused = ['auth/2025-03-26-oauth-metadata-backcompat', 'auth/2025-03-26-oauth-endpoint-fallback']

const scenarios = [
  ...['initialize', 'tools_call', 'elicitation-sep1034-client-defaults', 'sse-retry'],
  ...['metadata-default', 'metadata-var1', 'metadata-var2', 'metadata-var3', 'basic-cimd', 'pre-registration'].map(
    (name) => `auth/${name}`,
  ),
  ...['scope-from-www-authenticate', 'scope-from-scopes-supported', 'scope-omitted-when-undefined'].map((name) => `auth/${name}`),
  ...['scope-step-up', 'scope-retry-limit', 'token-endpoint-auth-basic', 'token-endpoint-auth-post'].map((name) => `auth/${name}`),
  ...['token-endpoint-auth-none', 'resource-mismatch', 'offline-access-scope', 'offline-access-not-supported'].map(
    (name) => `auth/${name}`,
  ),
]

if (Number(process.versions.node.split('.')[0]) < 22) {
  process.stderr.write('The conformance suite needs Node 22 or newer.\n')
  process.exit(1)
}

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
await build({
  ...{ root: at('.'), configFile: false, logLevel: 'warn' },
  build: {
    ...{ ssr: at('tests/support/conformance-client.ts'), outDir: at('out/conformance'), emptyOutDir: true },
    rollupOptions: { output: { entryFileNames: 'client.mjs' } },
  },
})

const wanted = process.argv.slice(2)
const failed = (wanted.length > 0 ? wanted : scenarios).filter((scenario) => {
  const command = `${JSON.stringify(process.execPath)} ${JSON.stringify(at('out/conformance/client.mjs'))}`
  const args = ['--yes', '--package', SUITE, 'conformance', 'client', '--command', command, '--scenario', scenario]
  const { status, stdout } = spawnSync('npx', args, { encoding: 'utf8' })
  process.stdout.write(`${status === 0 ? 'passed' : 'failed'} ${scenario}\n`)
  if (status !== 0) process.stdout.write(stdout)
  return status !== 0
})
process.stdout.write(`${failed.length} failed; refused by design and not run: ${refused.join(', ')}\n`)
process.exit(failed.length === 0 ? 0 : 1)
